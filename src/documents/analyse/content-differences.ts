/** A7, A8: differences in content on the same topics: other approaches, more or less detail, topics that some lack. */
import { listComparableWords } from "../../text/comparable-words.ts";
import { type LineIndex, listNormalizedLines } from "../align/line-overlap.ts";
import {
  type TopicMember,
  type VariantTopic,
  findTopicSpan,
  isTitledTopic,
  listTopicBlocks,
} from "../align/variant-topics.ts";
import { type RunIndex, saysNearly } from "../align/word-runs.ts";
import { type PointSide, SEVERITIES } from "../comparison-point.ts";
import { cutQuote } from "../contradictions/found-contradiction.ts";
import { type ParsedDocument, type TextSpan, readSpanText } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type VariantDifference, formatDocumentLabels } from "./passage-difference.ts";
import { type PassageWorth, ratePassageSeverity } from "./passage-worth.ts";
import { type RegionFindings, compareTopicPassages } from "./region-points.ts";

export interface VariantComparison {
  readonly documents: readonly ParsedDocument[];
  readonly topics: readonly VariantTopic[];
  readonly worthIn: (document: ParsedDocument, span: TextSpan) => PassageWorth;
}

/** Section by section: what some have and others lack, else passage by passage. */
export async function findContentDifferences(
  compared: VariantComparison,
  known: KnownText,
  breathe: YieldToEventLoop,
): Promise<RegionFindings> {
  const { documents, topics } = compared;
  const isKnown = (document: ParsedDocument, text: string): boolean =>
    isKnownText(`\n${text}`, documents.indexOf(document), known) ||
    isSaidByOthers(known, document, text);
  const says = (document: ParsedDocument, text: string): boolean =>
    saysNearly(known.runs, document, text);
  const content: VariantDifference[] = [];
  const unique: VariantDifference[] = [];
  for (const topic of topics) {
    await breathe();
    if (topic.length < 2) continue;
    if (topic.length < documents.length && isTitledTopic(topic)) {
      if (!isCoveredElsewhere(topic, compared, known))
        content.push(describeTopicCoverage(topic, compared));
      continue;
    }
    const found = compareTopicPassages(topic, compared, { isKnown, says });
    const isWeighty = isTitledTopic(topic) || topics.length < 2;
    content.push(...found.content.map((one) => (isWeighty ? one : capSeverity(one))));
    unique.push(...found.unique.map((one) => (isWeighty ? one : capSeverity(one))));
  }
  return { content, unique };
}

/** An introduction weighs less than what it introduces. */
function capSeverity(found: VariantDifference): VariantDifference {
  return found.severity === "High" ? { ...found, severity: "Medium" } : found;
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

// What only one variant has, section by section, with what it is worth (A13, A14).

/** Not a contribution, however unique: no idea of its own. */
const BOILERPLATE =
  /^(?:\W*)(?:table of contents|contents|toc|licen[cs]e|copyright|acknowledge?ments?|credits|authors?|contributors|change ?log|revision history|document (?:history|control)|version history|about this document|see also|further reading|links|references|bibliography|index)\W*$/i;

/** A share of its lines, in hundredths, that occur elsewhere: then it was moved or repeated, not added. */
const MOSTLY = 60;

interface KnownText {
  /** Lines of all variants. */
  readonly index: LineIndex;
  /** What each of them says, in runs of words. */
  readonly runs: RunIndex;
  /** Lines of what the variants were written from. */
  readonly given: ReadonlySet<string>;
}

export async function findUniqueContributions(
  { documents, topics, worthIn }: VariantComparison,
  known: KnownText,
  breathe: YieldToEventLoop,
): Promise<VariantDifference[]> {
  const lone = topics.flatMap((topic) => {
    const [member, second] = topic;
    return member === undefined || second !== undefined || !isTitledTopic(topic) ? [] : [member];
  });
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
      isKnownText(text, place, known) ||
      isSaidByOthers(known, document, text)
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

function isSaidByOthers({ runs }: KnownText, document: ParsedDocument, text: string): boolean {
  return [...runs.keys()].some((other) => other !== document && saysNearly(runs, other, text));
}

/** Those without such a section say it under another heading. */
function isCoveredElsewhere(
  topic: VariantTopic,
  { documents }: VariantComparison,
  { runs }: KnownText,
): boolean {
  const having = topic.map(({ document }) => document);
  return documents
    .filter((document) => !having.includes(document))
    .every((other) =>
      topic.some(({ document, section }) =>
        saysNearly(runs, other, readSpanText(document, section)),
      ),
    );
}

function isKnownText(text: string, place: number, { index, given }: KnownText): boolean {
  const own = 1n << BigInt(place);
  const lines = [...new Set(listNormalizedLines(text))].slice(text.startsWith("\n") ? 0 : 1);
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
