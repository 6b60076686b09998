/** Parses a Markdown record for the page's layout: its front matter as a table, then section by section. */

export interface FrontMatterEntry {
  readonly name: string;
  readonly value: string;
}

export interface RecordSection {
  readonly title: string;
  readonly text: string;
  /** Sections that a reader must not overlook. */
  readonly kind: "dissents" | "would-change" | "plain";
}

export interface ParsedRecord {
  readonly matter: readonly FrontMatterEntry[];
  readonly sections: readonly RecordSection[];
}

export function parseRecord(text: string): ParsedRecord {
  const [, front = "", body = text] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? [];
  return { matter: parseFrontMatter(front), sections: splitRecordSections(body) };
}

/** Only what these records contain: names and plain values, one level deep. */
function parseFrontMatter(front: string): FrontMatterEntry[] {
  return front.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ""] = /^\s*([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined || value === ""
      ? []
      : [{ name, value: unquoteJsonString(value.trim()) }];
  });
}

function unquoteJsonString(value: string): string {
  try {
    const read: unknown = JSON.parse(value);
    return typeof read === "string" ? read : value;
  } catch {
    return value;
  }
}

const SECTION_KINDS: Readonly<Record<string, RecordSection["kind"]>> = {
  dissents: "dissents",
  dissent: "dissents",
  "what would change this": "would-change",
};

/** Cut before each heading; code is not a heading. */
function splitRecordSections(body: string): RecordSection[] {
  const sections: { title: string; lines: string[] }[] = [];
  let fence = "";
  for (const line of body.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    const title = fence === "" ? /^#{1,4}\s+(.*)$/.exec(line)?.[1] : undefined;
    if (title !== undefined || sections.length === 0)
      sections.push({ title: title ?? "", lines: [] });
    sections.at(-1)?.lines.push(line);
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
  }
  return sections
    .map(({ title, lines }) => ({
      title,
      text: lines.join("\n").trim(),
      kind: SECTION_KINDS[title.trim().toLowerCase()] ?? "plain",
    }))
    .filter(({ text }) => text !== "");
}
