/** Differences outside all topics, block by block: in an introduction, or in a whole text without headings. */
import { hasWordOverlap, listComparableWords } from "../../text/comparable-words.ts";
import { sanitizeLine } from "../../text/markdown.ts";
import { listTopicSections } from "../align/align-sections.ts";
import { type BlockNumbers, compareBlocks } from "../align/compare-blocks.ts";
import type { PointSeverity } from "../comparison-point.ts";
import { cutQuote, createPointSide } from "../contradictions/found-contradiction.ts";
import { type DocumentBlock, type ParsedDocument, readSpanText } from "../document.ts";
import { stripMarkdown } from "../markdown/plain-text.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import type { VariantComparison } from "./content-differences.ts";
import {
  type VariantDifference,
  comparePassages,
  formatDocumentLabels,
} from "./passage-difference.ts";
import { ratePassageSeverity } from "./passage-worth.ts";

export interface PassageFindings {
  readonly content: readonly VariantDifference[];
  readonly unique: readonly VariantDifference[];
}

/** The first variant's blocks with their counterparts in the others; then those without a counterpart. */
export async function findPassageDifferences(
  compared: VariantComparison,
  breathe: YieldToEventLoop,
): Promise<PassageFindings> {
  const { documents, numbers } = compared;
  const [first, ...others] = documents.map((document) => ({
    document,
    blocks: findUntitledRegion(document),
  }));
  if (first === undefined || documents.some((one) => findUntitledRegion(one).length === 0))
    return { content: [], unique: [] };
  const rows = first.blocks.map((block): PassageRow => [{ document: first.document, block }]);
  const loose = new Map<number, PassageRow>();
  for (const other of others) {
    const answers = await findCounterparts(first, other, { numbers, breathe });
    for (const [at, block] of other.blocks.entries()) {
      const answer = answers.get(at);
      const one = { document: other.document, block };
      if (answer !== undefined) rows[answer]?.push(one);
      else {
        // two variants may add the same block
        const number = numbers.of(other.document)[block.index] ?? -1;
        const row = loose.get(number);
        if (row === undefined) loose.set(number, [one]);
        else if (row.at(-1)?.document !== other.document) row.push(one);
      }
    }
  }
  return describePassageRows([...rows, ...loose.values()], compared, breathe);
}

type PassageRow = { readonly document: ParsedDocument; readonly block: DocumentBlock }[];

interface UntitledRegion {
  readonly document: ParsedDocument;
  readonly blocks: readonly DocumentBlock[];
}

const SPOKEN: ReadonlySet<DocumentBlock["kind"]> = new Set([
  "paragraph",
  "list",
  "table",
  "quote",
  "code",
]);

/** Blocks before the first topic. */
function findUntitledRegion(document: ParsedDocument): DocumentBlock[] {
  const topic = listTopicSections(document)[0];
  const blocks = topic === undefined ? document.blocks : document.blocks.slice(0, topic.first);
  return blocks.filter(({ kind }) => SPOKEN.has(kind));
}

interface PassageWork {
  readonly numbers: BlockNumbers;
  readonly breathe: YieldToEventLoop;
}

/** Place in `b` to place in `a`: the same block, one in its stead, or one with many of the same words. */
async function findCounterparts(
  a: UntitledRegion,
  b: UntitledRegion,
  { numbers, breathe }: PassageWork,
): Promise<Map<number, number>> {
  const own = ({ document, blocks }: UntitledRegion): Int32Array =>
    Int32Array.from(blocks, ({ index }) => numbers.of(document)[index] ?? -1);
  const answers = new Map<number, number>();
  for (const change of compareBlocks(own(a), own(b))) {
    await breathe();
    const count = change.a.beyond - change.a.first;
    const paired = change.kind === "same" || (change.kind === "replaced" && count === 1);
    if (paired && count === change.b.beyond - change.b.first) {
      for (let step = 0; step < count; step++)
        answers.set(change.b.first + step, change.a.first + step);
    } else if (change.kind === "replaced") {
      for (const [at, answer] of await findSimilarBlocks(a, b, { change, breathe }))
        answers.set(at, answer);
    }
  }
  return answers;
}

const FARTHEST = 12;
const SIMILAR = 40;

/** In order: each block with the next that shares enough words with it, within a few blocks. */
async function findSimilarBlocks(
  a: UntitledRegion,
  b: UntitledRegion,
  {
    change,
    breathe,
  }: { change: ReturnType<typeof compareBlocks>[number]; breathe: YieldToEventLoop },
): Promise<[number, number][]> {
  const wordsIn = (
    { document }: UntitledRegion,
    block: DocumentBlock | undefined,
  ): ReadonlySet<string> =>
    new Set(block === undefined ? [] : listComparableWords(readSpanText(document, block)));
  const found: [number, number][] = [];
  let from = change.a.first;
  for (let at = change.b.first; at < change.b.beyond; at++) {
    const words = wordsIn(b, b.blocks[at]);
    await breathe();
    for (let answer = from; answer < Math.min(change.a.beyond, from + FARTHEST); answer++) {
      if (!hasWordOverlap(wordsIn(a, a.blocks[answer]), words, SIMILAR)) continue;
      found.push([at, answer]);
      from = answer + 1;
      break;
    }
  }
  return found;
}

async function describePassageRows(
  rows: readonly PassageRow[],
  compared: VariantComparison,
  breathe: YieldToEventLoop,
): Promise<PassageFindings> {
  const content: VariantDifference[] = [];
  const unique: VariantDifference[] = [];
  // an introduction weighs less than what it introduces
  const heaviest = compared.topics.length > 0 ? "Medium" : "High";
  for (const row of rows) {
    await breathe();
    const difference =
      row.length > 1 ? comparePassageRow(row, compared) : describeContribution(row, compared);
    if (difference === null) continue;
    const severity = difference.severity === "High" ? heaviest : difference.severity;
    (row.length > 1 ? content : unique).push({ ...difference, severity });
  }
  return { content, unique };
}

function comparePassageRow(row: PassageRow, compared: VariantComparison): VariantDifference | null {
  const sides = row.map(({ document, block }) => createPointSide(document, block));
  if (row.length < compared.documents.length) {
    const lacking = compared.documents.filter((one) =>
      row.every(({ document }) => document !== one),
    );
    const having = formatDocumentLabels(row.map(({ document }) => document));
    const summary = `${readOpeningWords(row)}: said by ${having}, not by ${formatDocumentLabels(lacking)}.`;
    return {
      kind: "coverage",
      severity: ratePassageRow(row, compared),
      topic: null,
      summary,
      sides,
    };
  }
  const apart = comparePassages(
    row.map(({ document, block }) => ({ document, text: readSpanText(document, block) })),
  );
  if (apart === null) return null;
  return { ...apart, summary: `${readOpeningWords(row)}: ${apart.summary}`, topic: null, sides };
}

function describeContribution(row: PassageRow, compared: VariantComparison): VariantDifference {
  return {
    kind: "contribution",
    severity: ratePassageRow(row, compared),
    topic: null,
    summary: `${readOpeningWords(row)}: only ${formatDocumentLabels(row.map(({ document }) => document))} says this.`,
    sides: row.map(({ document, block }) => createPointSide(document, block)),
  };
}

function ratePassageRow([first]: PassageRow, compared: VariantComparison): PointSeverity {
  if (first === undefined) return "Low";
  const { document, block } = first;
  return ratePassageSeverity(readSpanText(document, block), "", compared.worthIn(document, block));
}

const OPENING = 6;

/** The first words of the first of them, as a name. */
function readOpeningWords([first]: PassageRow): string {
  if (first === undefined) return "";
  const words = sanitizeLine(stripMarkdown(cutQuote(first.document, first.block))).split(" ");
  const opening = words
    .slice(0, OPENING)
    .join(" ")
    .replace(/[\ue000\ue001]/g, "");
  return `"${opening}${words.length > OPENING ? " …" : ""}"`;
}
