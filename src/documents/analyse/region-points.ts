/** A0b, A13: differences inside a section that several drafts have, passage by passage. */
import { sanitizeLine } from "../../text/markdown.ts";
import { alignPassages } from "../align/align-passages.ts";
import {
  type PassageRange,
  createBlockRun,
  findRangeSpan,
  isEmptyRange,
  readRangeText,
} from "../align/passage-units.ts";
import type { VariantTopic } from "../align/variant-topics.ts";
import type { PointSeverity } from "../comparison-point.ts";
import type { ParsedDocument } from "../document.ts";
import { stripMarkdown } from "../markdown/plain-text.ts";
import type { VariantComparison } from "./content-differences.ts";
import {
  type VariantDifference,
  comparePassages,
  formatDocumentLabels,
} from "./passage-difference.ts";
import { ratePassageSeverity } from "./passage-worth.ts";
import { createRangeSide, findRangeTopic } from "./range-sides.ts";

export interface RegionFindings {
  readonly content: readonly VariantDifference[];
  readonly unique: readonly VariantDifference[];
}

/** What is said under other headings. */
export interface ElsewhereLookup {
  /** Whether a passage of this document stands in another one, or in what all were written from. */
  readonly isKnown: (document: ParsedDocument, text: string) => boolean;
  /** Whether this document says nearly the same somewhere. */
  readonly says: (document: ParsedDocument, text: string) => boolean;
}

/** The topic's own words, from below its heading to the next heading. */
export function compareTopicPassages(
  topic: VariantTopic,
  compared: VariantComparison,
  { isKnown, says }: ElsewhereLookup,
): RegionFindings {
  const runs = topic.map(({ document, section, first, beyond }) =>
    createBlockRun(document, {
      first: section.index === 0 ? skipFrontMatter(document, first) : first + 1,
      beyond,
    }),
  );
  const [pivot, ...others] = runs;
  const content: VariantDifference[] = [];
  const unique: VariantDifference[] = [];
  if (pivot === undefined) return { content, unique };
  for (const ranges of alignPassages(pivot, others, { split: true })) {
    const members = topic.flatMap(({ document }, at) => {
      const range = ranges[at];
      return range ? [{ document, range }] : [];
    });
    const having = members.filter(({ range }) => !isEmptyRange(range));
    const [only] = having;
    if (only && having.length === 1) {
      for (const range of listUnsaidRanges(only, compared, says)) {
        const found = describeAddition({ ...only, range }, compared);
        // what stands elsewhere was moved, not added
        if (found === null || isKnown(only.document, readRangeText(only.document, range))) continue;
        const all = ranges.map((one) => (one.variant === range.variant ? range : one));
        unique.push({ ...found, ranges: all });
      }
      continue;
    }
    const found = describeDifference(members, having);
    if (found === null || isSaidByAll(members, having, says)) continue;
    content.push({ ...found, ranges });
  }
  return { content, unique };
}

/** Those who lack it here say it under another heading. */
function isSaidByAll(
  members: readonly RangeMember[],
  having: readonly RangeMember[],
  says: ElsewhereLookup["says"],
): boolean {
  const lacking = members.filter(({ range }) => isEmptyRange(range));
  return (
    lacking.length > 0 &&
    lacking.every((one) =>
      having.some(({ document, range }) => says(one.document, readRangeText(document, range))),
    )
  );
}

/** The parts of a passage that no other draft says elsewhere in nearly the same words. */
function listUnsaidRanges(
  { document, range }: RangeMember,
  { documents }: VariantComparison,
  says: ElsewhereLookup["says"],
): PassageRange[] {
  if (range.beyond - range.first === 1) return [range];
  const found: PassageRange[] = [];
  for (let at = range.first; at < range.beyond; at++) {
    const part = { ...range, first: at, beyond: at + 1 };
    const text = readRangeText(document, part);
    if (documents.some((other) => other !== document && says(other, text))) continue;
    const last = found.at(-1);
    if (last?.beyond === at) found[found.length - 1] = { ...last, beyond: at + 1 };
    else found.push(part);
  }
  return found;
}

/** Front matter is no passage of the text. */
function skipFrontMatter({ blocks }: ParsedDocument, first: number): number {
  return blocks[first]?.kind === "front-matter" ? first + 1 : first;
}

interface RangeMember {
  readonly document: ParsedDocument;
  readonly range: PassageRange;
}

function describeDifference(
  members: readonly RangeMember[],
  having: readonly RangeMember[],
): VariantDifference | null {
  const [first] = having;
  if (first === undefined) return null;
  const apart = comparePassages(
    having.map(({ document, range }) => ({ document, text: readRangeText(document, range) })),
  );
  const lacking = members.filter(({ range }) => isEmptyRange(range));
  if (apart === null && lacking.length === 0) return null;
  const topic = findRangeTopic(first.document, first.range);
  const title = topic ?? "The beginning";
  const sides = having.flatMap(({ document, range }) => createRangeSide(document, range));
  if (lacking.length > 0) {
    const [with_, without] = [having, lacking].map((some) =>
      formatDocumentLabels(some.map(({ document }) => document)),
    );
    return {
      kind: "coverage",
      severity: apart?.severity ?? "Medium",
      topic,
      summary: `${title}: ${quoteOpening(first)} is said by ${with_}, not by ${without}.`,
      sides,
    };
  }
  return apart === null ? null : { ...apart, topic, summary: `${title}: ${apart.summary}`, sides };
}

function describeAddition(
  only: RangeMember,
  compared: VariantComparison,
): VariantDifference | null {
  const { document, range } = only;
  const span = findRangeSpan(document, range);
  const kind = document.blocks[range.inside ?? range.first]?.kind;
  const alone = range.beyond - range.first === 1;
  if (span === null || (alone && (kind === "rule" || kind === "definition" || kind === "footnote")))
    return null;
  const topic = findRangeTopic(document, range);
  return {
    kind: "contribution",
    severity: rateRange(document, range, compared),
    topic,
    summary: `${topic ?? "The beginning"}: only ${document.label} says ${quoteOpening(only)}.`,
    sides: createRangeSide(document, range),
  };
}

const OPENING = 10;

/** Its first words, as a name. */
function quoteOpening({ document, range }: RangeMember): string {
  const [side] = createRangeSide(document, range);
  const words = sanitizeLine(stripMarkdown(side?.quote ?? ""))
    .replace(/[\ue000\ue001]/g, "")
    .split(/\s+/)
    .filter((word) => word !== "");
  return `"${words.slice(0, OPENING).join(" ")}${words.length > OPENING ? " …" : ""}"`;
}

function rateRange(
  document: ParsedDocument,
  range: PassageRange,
  { worthIn }: VariantComparison,
): PointSeverity {
  const span = findRangeSpan(document, range);
  if (span === null) return "Low";
  return ratePassageSeverity(readRangeText(document, range), "", worthIn(document, span));
}
