/** What variants say about the same topics: other approaches, more or less detail, topics that some lack (A7, A8). */
import type { Breath } from "./breath.ts";
import type { BlockNumbers } from "./compare-blocks.ts";
import { type Difference, passagesApart, spelled } from "./difference.ts";
import { type Document, type Span, textOf } from "./document.ts";
import { quoteOf } from "./finding.ts";
import { SEVERITIES, type Side } from "./point.ts";
import { bodyOf, type Member, spanOf, type Topic } from "./topics.ts";
import { valueOf, type Worth } from "./worth.ts";

export interface Compared {
  readonly documents: readonly Document[];
  readonly topics: readonly Topic[];
  readonly numbers: BlockNumbers;
  readonly worthIn: (document: Document, span: Span) => Worth;
}

/** One per topic at most. What only one variant has is a contribution, not a difference: see unique.ts. */
export async function contentDifferences(
  compared: Compared,
  breathe: Breath,
): Promise<Difference[]> {
  const { documents, topics, numbers } = compared;
  const found: Difference[] = [];
  for (const topic of topics) {
    await breathe();
    if (topic.length < 2) continue;
    const gap = topic.length < documents.length ? coverage(topic, compared) : null;
    const difference = gap ?? differenceIn(topic, numbers);
    if (difference !== null) found.push(difference);
  }
  return found;
}

/** The section in a variant: its words up to the next topic; quoted from below the heading. */
export function topicSide(member: Member, span: Span = spanOf(member)): Side {
  const { document, section, first } = member;
  const [body] = bodyOf(member);
  const quoted = body === undefined ? span : { start: body.start, end: span.end };
  const line = document.blocks[first]?.line ?? 1;
  const quote = quoteOf(document, quoted);
  return { variant: document.variant, section: section.index, line, ...span, quote };
}

/** A topic that two or more have and others lack. */
function coverage(topic: Topic, { documents, worthIn }: Compared): Difference {
  const having = topic.map(({ document }) => document);
  const lacking = documents.filter((document) => !having.includes(document));
  const title = topic[0]?.section.title ?? "";
  const values = topic.map(({ document, section: { start, end } }) =>
    valueOf(textOf(document, { start, end }), title, worthIn(document, { start, end })),
  );
  return {
    kind: "coverage",
    severity: SEVERITIES.findLast((severity) => values.includes(severity)) ?? "Low",
    topic: title,
    summary: `${title}: covered by ${spelled(having)}, missing in ${spelled(lacking)}.`,
    sides: topic.map((member) => topicSide(member)),
  };
}

/** Null where all say the same. Blocks are compared by number first, words only where those differ. */
function differenceIn(topic: Topic, numbers: BlockNumbers): Difference | null {
  const [first, ...others] = topic.map(({ document, first: heading, beyond }) =>
    numbers.of(document).subarray(heading + 1, beyond),
  );
  if (first === undefined || others.every((other) => isSame(first, other))) return null;
  // a heading over subsections says nothing by itself
  const saying = topic.filter(
    (member) => bodyOf(member).length > 0 || member.section.children.length === 0,
  );
  const apart = passagesApart(
    saying.map((member) => ({ document: member.document, text: textBelow(member) })),
  );
  if (apart === null) return null;
  const title = topic[0]?.section.title ?? "";
  return {
    ...apart,
    summary: `${title}: ${apart.summary}`,
    topic: title,
    sides: saying.map((member) => topicSide(member)),
  };
}

function textBelow(member: Member): string {
  const blocks = bodyOf(member);
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return "";
  return textOf(member.document, { start: first.start, end: last.end });
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((number, at) => number === b[at]);
}
