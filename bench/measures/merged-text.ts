/** How good a merged text is: sentences against a reference, topics that stand twice, empty headings, ids, lost lines. */

interface MeasuredDraft {
  readonly name: string;
  readonly text: string;
}

/** F1 of sentences in percent; each counts as often as it stands there. */
export function scoreSentences(text: string, reference: string): number {
  const [own, wanted] = [countSentences(text), countSentences(reference)];
  let common = 0;
  for (const [sentence, count] of own) common += Math.min(count, wanted.get(sentence) ?? 0);
  const total = sumCounts(own) + sumCounts(wanted);
  return total === 0 ? 100 : (200 * common) / total;
}

function sumCounts(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, one) => sum + one, 0);
}

function countSentences(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of listPlainSentences(text))
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return counts;
}

/** Prose is joined over line breaks; code, rows, items and headings are taken line by line. */
function listPlainSentences(text: string): string[] {
  const lines = text
    .replace(/\r/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .split("\n");
  const passages: string[] = [];
  let [code, open] = [false, false];
  for (const line of lines) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (code || isFence) {
      passages.push(line);
      if (isFence) code = !code;
      open = false;
    } else if (line.trim() === "") open = false;
    else if (/^\s*(?:#{1,6}\s|[-+*]\s|\d+[.)]\s|\||>)/.test(line)) {
      passages.push(line);
      open = !/^\s*(?:#{1,6}\s|\|)/.test(line);
    } else if (open) passages[passages.length - 1] += ` ${line.trim()}`;
    else {
      passages.push(line);
      open = true;
    }
  }
  return passages.flatMap((passage) =>
    passage
      .split(/(?<=[.!?])\s+/)
      .map((one) =>
        one
          .replace(/^\s*(?:[-+*]|\d+[.)])\s+/, "")
          .replace(/\s+/g, " ")
          .trim(),
      )
      .filter((one) => one !== ""),
  );
}

export interface MergedFlaws {
  readonly duplicatedTopics: readonly string[];
  readonly emptyHeadings: readonly string[];
  readonly idCollisions: readonly string[];
  readonly lostNormativeLines: readonly string[];
}

/** Only what no single draft has already. */
export function countFlaws(text: string, drafts: readonly MeasuredDraft[]): MergedFlaws {
  const own = (find: (one: string) => string[]): string[] => {
    const known = new Set(drafts.flatMap((draft) => find(draft.text)));
    return find(text).filter((one) => !known.has(one));
  };
  return {
    duplicatedTopics: own(findRepeatedTopics),
    emptyHeadings: own(findEmptyHeadings),
    idCollisions: own(findCollidingIds),
    lostNormativeLines: findLostLines(text, drafts),
  };
}

interface TitledSection {
  readonly depth: number;
  readonly title: string;
  readonly path: string;
  readonly body: string;
}

function listTitledSections(text: string): TitledSection[] {
  const sections: { depth: number; title: string; path: string; body: string }[] = [];
  const path: { depth: number; title: string }[] = [];
  let code = false;
  for (const line of text.replace(/<!--[\s\S]*?-->/g, "").split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(line)) code = !code;
    const heading = code ? null : /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line);
    if (heading === null) {
      const last = sections.at(-1);
      if (last) last.body += `${line}\n`;
      continue;
    }
    const depth = heading[1]?.length ?? 1;
    while ((path.at(-1)?.depth ?? 0) >= depth) path.pop();
    const title = foldTitle(heading[2] ?? "");
    sections.push({ depth, title, path: path.map((one) => one.title).join(" / "), body: "" });
    path.push({ depth, title });
  }
  return sections;
}

/** Without numbers, marks and cases. */
function foldTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[`*_]/g, "")
    .replace(/^(?:[a-z]{0,3}-?\d+(?:\.\d+)*[.:)]?\s*)+/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Sections of one parent with the same title, or with mostly the same words in title and text. */
function findRepeatedTopics(text: string): string[] {
  const found: string[] = [];
  const seen = new Map<string, TitledSection[]>();
  for (const section of listTitledSections(text)) {
    const siblings = seen.get(section.path) ?? [];
    seen.set(section.path, siblings);
    if (siblings.some((other) => isSameTopic(other, section))) found.push(section.title);
    siblings.push(section);
  }
  return found;
}

function isSameTopic(a: TitledSection, b: TitledSection): boolean {
  if (a.title === b.title && a.title !== "") return true;
  const [one, other] = [listWords(a.body), listWords(b.body)];
  const titles = measureOverlap(new Set(a.title.split(" ")), new Set(b.title.split(" ")));
  const bodies = one.size < 12 || other.size < 12 ? 0 : measureOverlap(one, other);
  return bodies >= 0.6 || (titles >= 0.6 && bodies >= 0.35);
}

function listWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
}

function measureOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return common / Math.max(1, Math.max(a.size, b.size));
}

function findEmptyHeadings(text: string): string[] {
  const sections = listTitledSections(text);
  return sections
    .filter(({ body, depth }, at) => body.trim() === "" && (sections[at + 1]?.depth ?? 0) <= depth)
    .map(({ path, title }) => `${path} / ${title}`);
}

const DEFINED_ID =
  /^\s*(?:#{1,6}\s+|[-+*]\s+|\|\s*)?(?:\*\*)?\[?([A-Z]{1,4}-?\d{1,4}(?:\.\d{1,3})*[a-z]?)\]?(?:\*\*)?\s*(?:[:|.)–—-]|\*\*)\s*([^|]*)/;

/** An id that two lines define in different words; D1.2 counts as one with D1.2a and D1.2b. */
function findCollidingIds(text: string): string[] {
  const meanings = new Map<string, Set<string>[]>();
  const homes = new Map<string, number>();
  // where a heading or a row has it, what stands below them names it only
  const add = (id: string, words: Set<string>, line: string): void => {
    const home = ["#", "|"].findIndex((mark) => line.trim().startsWith(mark));
    const [own, known] = [home === -1 ? 2 : home, homes.get(id) ?? 2];
    if (own > known) return;
    meanings.set(id, own < known ? [words] : [...(meanings.get(id) ?? []), words]);
    homes.set(id, own);
  };
  for (const line of text.replace(/<!--[\s\S]*?-->/g, "").split(/\r?\n/)) {
    const [, id, meaning = ""] = DEFINED_ID.exec(line) ?? [];
    const words = listWords(meaning);
    if (id !== undefined && words.size > 0) add(id, words, line);
  }
  const parts = [...meanings].filter(([id]) => /\.\d+[a-z]$/.test(id));
  for (const [id, said] of parts) {
    const whole = meanings.get(id.slice(0, -1)) ?? [];
    if (whole.length > 0) meanings.set(id, [...said, ...whole]);
  }
  return [...meanings].flatMap(([id, said]) =>
    said.flatMap((words, at) =>
      said
        .slice(0, at)
        .filter((other) => !isSameMeaning(other, words))
        .map((other) =>
          [id, ...[other, words].map((one) => [...one].join(" ")).sort()].join(" | "),
        ),
    ),
  );
}

function isSameMeaning(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  // explosion and explosive are one word
  const [one, other] = [a, b].map((words) => new Set([...words].map((word) => word.slice(0, 6))));
  if (!one || !other) return false;
  const common = [...one].filter((word) => other.has(word)).length;
  return common * 2 >= Math.min(one.size, other.size);
}

const NORMATIVE = /\b(?:MUST|SHALL|REQUIRED|must|shall)\b/;

/** Lines with an obligation that every draft has and the merged text lacks. */
function findLostLines(text: string, drafts: readonly MeasuredDraft[]): string[] {
  const sets = drafts.map((draft) => new Set(listPlainSentences(draft.text)));
  const own = new Set(listPlainSentences(text));
  const [first, ...others] = sets;
  return [...(first ?? [])].filter(
    (line) => NORMATIVE.test(line) && others.every((set) => set.has(line)) && !own.has(line),
  );
}
