import type { BlockNumbers } from "../align/compare-blocks.ts";
import {
  listTopicBlocks,
  type TopicMember,
  findTopicSpan,
  type VariantTopic,
} from "../align/variant-topics.ts";
import { SEVERITIES, type PointSide } from "../comparison-point.ts";
import { cutQuote } from "../contradictions/found-contradiction.ts";
import { type ParsedDocument, type TextSpan, readSpanText } from "../document.ts";
/** What variants say about the same topics: other approaches, more or less detail, topics that some lack (A7, A8). */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import {
  type VariantDifference,
  comparePassages,
  formatDocumentLabels,
} from "./passage-difference.ts";
import { ratePassageSeverity, type PassageWorth } from "./passage-worth.ts";

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
