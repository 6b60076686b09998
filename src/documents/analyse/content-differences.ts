/** A7, A8: differences in content on the same topics: other approaches, more or less detail, topics that some lack. */
import { listComparableWords } from "../../text/comparable-words.ts";
import type { BlockNumbers } from "../align/compare-blocks.ts";
import { type LineIndex, listNormalizedLines } from "../align/line-overlap.ts";
import {
  type TopicMember,
  type VariantTopic,
  findTopicSpan,
  listTopicBlocks,
} from "../align/variant-topics.ts";
import { type PointSide, SEVERITIES } from "../comparison-point.ts";
import { cutQuote } from "../contradictions/found-contradiction.ts";
import { type ParsedDocument, type TextSpan, readSpanText } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import {
  type VariantDifference,
  comparePassages,
  formatDocumentLabels,
} from "./passage-difference.ts";
import { type PassageWorth, ratePassageSeverity } from "./passage-worth.ts";

export interface VariantComparison {
  readonly documents: readonly ParsedDocument[];
  readonly topics: readonly VariantTopic[];
  readonly numbers: BlockNumbers;
  readonly worthIn: (document: ParsedDocument, span: TextSpan) => PassageWorth;
}

/** One per topic at most. What only one variant has is a contribution, not a difference: see unique.ts. */
export async function findContentDifferences(
  compared: VariantComparison,
  breathe: YieldToEventLoop,
): Promise<VariantDifference[]> {
  const { documents, topics, numbers } = compared;
  const found: VariantDifference[] = [];
  for (const topic of topics) {
    await breathe();
    if (topic.length < 2) continue;
    const gap = topic.length < documents.length ? describeTopicCoverage(topic, compared) : null;
    const difference = gap ?? compareTopicContent(topic, numbers);
    if (difference !== null) found.push(difference);
  }
  return found;
}

/** The section in a variant: its words up to the next topic; quoted from below the heading. */
export function createTopicSide(
  member: TopicMember,
  span: TextSpan = findTopicSpan(member),
): PointSide {
  const { document, section, first } = member;
  const [body] = listTopicBlocks(member);
  const quoted = body === undefined ? span : { start: body.start, end: span.end };
  const line = document.blocks[first]?.line ?? 1;
  const quote = cutQuote(document, quoted);
  return { variant: document.variant, section: section.index, line, ...span, quote };
}

/** A topic that two or more have and others lack. */
function describeTopicCoverage(
  topic: VariantTopic,
  { documents, worthIn }: VariantComparison,
): VariantDifference {
  const having = topic.map(({ document }) => document);
  const lacking = documents.filter((document) => !having.includes(document));
  const title = topic[0]?.section.title ?? "";
  const values = topic.map(({ document, section: { start, end } }) =>
    ratePassageSeverity(
      readSpanText(document, { start, end }),
      title,
      worthIn(document, { start, end }),
    ),
  );
  return {
    kind: "coverage",
    severity: SEVERITIES.findLast((severity) => values.includes(severity)) ?? "Low",
    topic: title,
    summary: `${title}: covered by ${formatDocumentLabels(having)}, missing in ${formatDocumentLabels(lacking)}.`,
    sides: topic.map((member) => createTopicSide(member)),
  };
}

/** Null where all say the same. Blocks are compared by number first, words only where those differ. */
function compareTopicContent(topic: VariantTopic, numbers: BlockNumbers): VariantDifference | null {
  const [first, ...others] = topic.map(({ document, first: heading, beyond }) =>
    numbers.of(document).subarray(heading + 1, beyond),
  );
  if (first === undefined || others.every((other) => hasSameBlocks(first, other))) return null;
  // a heading over subsections says nothing by itself
  const saying = topic.filter(
    (member) => listTopicBlocks(member).length > 0 || member.section.children.length === 0,
  );
  const apart = comparePassages(
    saying.map((member) => ({ document: member.document, text: readTextBelowHeading(member) })),
  );
  if (apart === null) return null;
  const title = topic[0]?.section.title ?? "";
  return {
    ...apart,
    summary: `${title}: ${apart.summary}`,
    topic: title,
    sides: saying.map((member) => createTopicSide(member)),
  };
}

function readTextBelowHeading(member: TopicMember): string {
  const blocks = listTopicBlocks(member);
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return "";
  return readSpanText(member.document, { start: first.start, end: last.end });
}

function hasSameBlocks(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((number, at) => number === b[at]);
}

/** What only one variant has, section by section, with what it is worth (A13, A14). */

/** Not a contribution, however unique: no idea of its own. */
const BOILERPLATE =
  /^(?:\W*)(?:table of contents|contents|toc|licen[cs]e|copyright|acknowledge?ments?|credits|authors?|contributors|change ?log|revision history|document (?:history|control)|version history|about this document|see also|further reading|links|references|bibliography|index)\W*$/i;

/** A share of its lines, in hundredths, that occur elsewhere: then it was moved or repeated, not added. */
const MOSTLY = 60;

interface KnownLines {
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
