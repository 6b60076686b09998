/** What stands under no topic, block by block: an introduction, or the whole of a text without headings. */
import { oneLine } from "../text/markdown.ts";
import { topicsOf } from "./align-sections.ts";
import type { Breath } from "./breath.ts";
import { type BlockNumbers, compareBlocks } from "./compare-blocks.ts";
import type { Compared } from "./content.ts";
import { type Difference, passagesApart, spelled } from "./difference.ts";
import { type Block, type Document, textOf } from "./document.ts";
import { quoteOf, sideOf } from "./finding.ts";
import { plainText } from "./plain-text.ts";
import type { Severity } from "./point.ts";
import { overlapReaches, wordsOf } from "./words.ts";
import { valueOf } from "./worth.ts";

export interface PassageFindings {
  readonly content: readonly Difference[];
  readonly unique: readonly Difference[];
}

/** The first variant's blocks with those of the others that stand for them; then what has no counterpart. */
export async function passageDifferences(
  compared: Compared,
  breathe: Breath,
): Promise<PassageFindings> {
  const { documents, numbers } = compared;
  const [first, ...others] = documents.map((document) => ({
    document,
    blocks: regionOf(document),
  }));
  if (first === undefined || documents.some((one) => regionOf(one).length === 0))
    return { content: [], unique: [] };
  const rows = first.blocks.map((block): Row => [{ document: first.document, block }]);
  const loose = new Map<number, Row>();
  for (const other of others) {
    const answers = await counterparts(first, other, { numbers, breathe });
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
  return described([...rows, ...loose.values()], compared, breathe);
}

type Row = { readonly document: Document; readonly block: Block }[];

interface Region {
  readonly document: Document;
  readonly blocks: readonly Block[];
}

const SPOKEN: ReadonlySet<Block["kind"]> = new Set(["paragraph", "list", "table", "quote", "code"]);

/** Blocks before the first topic. */
function regionOf(document: Document): Block[] {
  const topic = topicsOf(document)[0];
  const blocks = topic === undefined ? document.blocks : document.blocks.slice(0, topic.first);
  return blocks.filter(({ kind }) => SPOKEN.has(kind));
}

interface Work {
  readonly numbers: BlockNumbers;
  readonly breathe: Breath;
}

/** Place in `b` to place in `a`: the same block, one in its stead, or one with many of the same words. */
async function counterparts(
  a: Region,
  b: Region,
  { numbers, breathe }: Work,
): Promise<Map<number, number>> {
  const own = ({ document, blocks }: Region): Int32Array =>
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
      for (const [at, answer] of await similar(a, b, { change, breathe })) answers.set(at, answer);
    }
  }
  return answers;
}

const FARTHEST = 12;
const SIMILAR = 40;

/** In order: each block with the next that shares enough words with it, within a few blocks. */
async function similar(
  a: Region,
  b: Region,
  { change, breathe }: { change: ReturnType<typeof compareBlocks>[number]; breathe: Breath },
): Promise<[number, number][]> {
  const wordsIn = ({ document }: Region, block: Block | undefined): ReadonlySet<string> =>
    new Set(block === undefined ? [] : wordsOf(textOf(document, block)));
  const found: [number, number][] = [];
  let from = change.a.first;
  for (let at = change.b.first; at < change.b.beyond; at++) {
    const words = wordsIn(b, b.blocks[at]);
    await breathe();
    for (let answer = from; answer < Math.min(change.a.beyond, from + FARTHEST); answer++) {
      if (!overlapReaches(wordsIn(a, a.blocks[answer]), words, SIMILAR)) continue;
      found.push([at, answer]);
      from = answer + 1;
      break;
    }
  }
  return found;
}

async function described(
  rows: readonly Row[],
  compared: Compared,
  breathe: Breath,
): Promise<PassageFindings> {
  const content: Difference[] = [];
  const unique: Difference[] = [];
  // an introduction weighs less than what it introduces
  const heaviest = compared.topics.length > 0 ? "Medium" : "High";
  for (const row of rows) {
    await breathe();
    const difference = row.length > 1 ? differenceIn(row, compared) : contribution(row, compared);
    if (difference === null) continue;
    const severity = difference.severity === "High" ? heaviest : difference.severity;
    (row.length > 1 ? content : unique).push({ ...difference, severity });
  }
  return { content, unique };
}

function differenceIn(row: Row, compared: Compared): Difference | null {
  const sides = row.map(({ document, block }) => sideOf(document, block));
  if (row.length < compared.documents.length) {
    const lacking = compared.documents.filter((one) =>
      row.every(({ document }) => document !== one),
    );
    const having = spelled(row.map(({ document }) => document));
    const summary = `${openingOf(row)}: said by ${having}, not by ${spelled(lacking)}.`;
    return { kind: "coverage", severity: worthIn(row, compared), topic: null, summary, sides };
  }
  const apart = passagesApart(
    row.map(({ document, block }) => ({ document, text: textOf(document, block) })),
  );
  if (apart === null) return null;
  return { ...apart, summary: `${openingOf(row)}: ${apart.summary}`, topic: null, sides };
}

function contribution(row: Row, compared: Compared): Difference {
  return {
    kind: "contribution",
    severity: worthIn(row, compared),
    topic: null,
    summary: `${openingOf(row)}: only ${spelled(row.map(({ document }) => document))} says this.`,
    sides: row.map(({ document, block }) => sideOf(document, block)),
  };
}

function worthIn([first]: Row, compared: Compared): Severity {
  if (first === undefined) return "Low";
  const { document, block } = first;
  return valueOf(textOf(document, block), "", compared.worthIn(document, block));
}

const OPENING = 6;

/** The first words of the first of them, as a name. */
function openingOf([first]: Row): string {
  if (first === undefined) return "";
  const words = oneLine(plainText(quoteOf(first.document, first.block))).split(" ");
  const opening = words
    .slice(0, OPENING)
    .join(" ")
    .replace(/[\ue000\ue001]/g, "");
  return `"${opening}${words.length > OPENING ? " …" : ""}"`;
}
