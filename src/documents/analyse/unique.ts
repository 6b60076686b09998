import { listComparableWords } from "../../text/comparable-words.ts";
import { type LineIndex, listNormalizedLines } from "../align/line-overlap.ts";
import type { TopicMember } from "../align/variant-topics.ts";
import { type ParsedDocument, readSpanText } from "../document.ts";
/** What only one variant has, section by section, with what it is worth (A13, A14). */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type VariantComparison, createTopicSide } from "./content-differences.ts";
import type { VariantDifference } from "./passage-difference.ts";
import { ratePassageSeverity } from "./passage-worth.ts";

/** Not a contribution, however unique: no idea of its own. */
const BOILERPLATE =
  /^(?:\W*)(?:table of contents|contents|toc|licen[cs]e|copyright|acknowledge?ments?|credits|authors?|contributors|change ?log|revision history|document (?:history|control)|version history|about this document|see also|further reading|links|references|bibliography|index)\W*$/i;

/** A share of its lines, in hundredths, that stand elsewhere: then it was moved or repeated, not added. */
const MOSTLY = 60;

export interface KnownLines {
  /** Lines of all variants. */
  readonly index: LineIndex;
  /** Lines of what the variants were written from. */
  readonly given: ReadonlySet<string>;
}

export async function findUniqueContributions(
  { documents, topics, worthIn }: VariantComparison,
  { index, given }: KnownLines,
  breathe: YieldToEventLoop,
): Promise<VariantDifference[]> {
  const lone = topics.flatMap(([member, second]) =>
    member === undefined || second !== undefined ? [] : [member],
  );
  const found: VariantDifference[] = [];
  const taken = new Set<string>();
  for (const member of sortByOutline(lone)) {
    await breathe();
    const { document, section } = member;
    const { start, end, title, parent } = section;
    const own = `${document.variant}:${section.index}`;
    // a part of what is unique as a whole
    if (taken.has(`${document.variant}:${parent}`)) {
      taken.add(own);
      continue;
    }
    const text = readSpanText(document, { start, end });
    const place = documents.indexOf(document);
    if (
      BOILERPLATE.test(title) ||
      isEmptySection(text) ||
      isKnownText(text, place, { index, given })
    )
      continue;
    taken.add(own);
    found.push({
      kind: "contribution",
      severity: ratePassageSeverity(text, title, worthIn(document, { start, end })),
      topic: title,
      summary: `Only ${document.label} has "${title}".`,
      sides: [createTopicSide(member, { start, end: findTextEnd(document, { start, end }) })],
    });
  }
  return found;
}

/** Parents before their parts, variants in input order. */
function sortByOutline(members: readonly TopicMember[]): TopicMember[] {
  return members.toSorted(
    (a, b) => a.document.variant - b.document.variant || a.section.index - b.section.index,
  );
}

/** A heading with nothing below it. */
function isEmptySection(text: string): boolean {
  return (
    text.split("\n").filter((line) => listComparableWords(line.slice(0, 200)).length > 0).length < 2
  );
}

function isKnownText(text: string, place: number, { index, given }: KnownLines): boolean {
  const own = 1n << BigInt(place);
  const lines = [...new Set(listNormalizedLines(text))].slice(1);
  const known = lines.filter((line) => given.has(line) || ((index.get(line) ?? own) & ~own) !== 0n);
  return known.length * 100 >= MOSTLY * lines.length;
}

/** Without the white space before the next section. */
function findTextEnd(
  document: ParsedDocument,
  { start, end }: { start: number; end: number },
): number {
  return start + readSpanText(document, { start, end }).trimEnd().length;
}
