import { listTitleWords, listComparableWords } from "../../text/comparable-words.ts";
import { type ParsedDocument, type DocumentSection, readSpanText } from "../document.ts";
/** Sections that describe one of several like things: what is said in one of them is not about the others. */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";

/** Nouns whose sections stand side by side: "Free plan" and "Pro plan", "Phase 1" and "Phase 2". */
const ALTERNATIVES = new Set(
  (
    "alternative appendix approach browser case channel configuration day edition environment epic example flow " +
    "iteration level market method milestone mode month option package persona phase plan platform preset profile " +
    "project provider quarter region release role round scenario sprint stage step strategy team tier track variant " +
    "version wave week workstream year"
  ).split(" "),
);

const NAMED_ALTERNATIVES = new Set(
  "after before client desktop dev development frontend backend linux macos mobile production qa server staging test windows".split(
    " ",
  ),
);

/** The scope of a section by its index: its own title and those above that name one of several; mostly "". */
export async function createScopeLookup(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<(section: number) => string> {
  const scopes: string[] = [];
  const nouns = await countSiblingNouns(document.sections, breathe);
  for (const section of document.sections) {
    await breathe();
    const above = section.parent === null ? "" : (scopes[section.parent] ?? "");
    const own = findSectionScope(document, section, nouns);
    scopes[section.index] = own === "" ? above : `${above}/${own}`;
  }
  return (section) => scopes[section] ?? "";
}

/** How many sections under one parent are named by the same noun. */
async function countSiblingNouns(
  sections: readonly DocumentSection[],
  breathe: YieldToEventLoop,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const section of sections) {
    await breathe();
    const noun = findTitleNoun(section);
    if (noun !== undefined) {
      const key = `${section.parent}/${noun}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

function findTitleNoun({ title }: DocumentSection): string | undefined {
  return [...listTitleWords(title)].find((word) => ALTERNATIVES.has(word));
}

function findSectionScope(
  document: ParsedDocument,
  section: DocumentSection,
  nouns: ReadonlyMap<string, number>,
): string {
  const { title, depth, parent } = section;
  // the title of the document is no alternative
  if (depth < 2 || title === "") return "";
  // "Phase 1: Foundations" and "Phase 1: Setup" are the same phase
  const [, label = "", number = ""] =
    /\b(\p{L}+)\s+(\d+(?:\.\d+)*|[A-Z]|[IVX]+)\b/u.exec(title) ?? [];
  if (ALTERNATIVES.has(label.toLowerCase())) return `${label.toLowerCase()} ${number}`;
  const words = [...listTitleWords(title)];
  const noun = findTitleNoun(section);
  const several = noun !== undefined && (nouns.get(`${parent}/${noun}`) ?? 0) > 1;
  if (several && words.length > 1) return words.join(" ");
  if (words.length <= 2 && words.some((word) => NAMED_ALTERNATIVES.has(word)))
    return words.join(" ");
  const heading = document.blocks[section.first];
  const named = heading !== undefined && readSpanText(document, heading).includes("`");
  return named || isVersionTitle(title) || isCodeTitle(title)
    ? listComparableWords(title).join(" ")
    : "";
}

function isVersionTitle(title: string): boolean {
  return /^\[?v?\d+\.\d+|\b\d{4}-\d{2}(?:-\d{2})?\b|^unreleased\b/i.test(title);
}

/** A name out of a program: `open(path)`, options.timeout, --flag, camelCase, <Tag>. */
function isCodeTitle(title: string): boolean {
  return /\w\(|\w\.\w|^--?\w|\p{Ll}\p{Lu}|\w_\w|[<>{}=@$]|^\S+\/\S+$/u.test(title);
}
