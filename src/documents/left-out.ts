/** What of each variant did not get into the output, section by section, and why not. */
import type { Breath } from "./breath.ts";
import { sectionName } from "./comments.ts";
import { type Block, type Document, type Span, textOf } from "./document.ts";
import type { LeftOut } from "./provenance-map.ts";
import type { Mapping } from "./provenance.ts";
import { documentLines, lineOf } from "./text-lines.ts";

type Cause = Pick<LeftOut, "point" | "why">;

const UNNAMED: Cause = { point: null, why: "no point of the comparison is about it" };

/** Words of the output, whoever said them there: what says the same is not left out. */
export async function wordsKept(
  { merged, documents }: Mapping,
  breathe: Breath,
): Promise<ReadonlySet<string>> {
  const kept = new Set([""]);
  const byVariant = new Map(documents.map((document) => [document.variant, document]));
  for (const { from } of merged.pieces) {
    await breathe();
    const document = from === null ? undefined : byVariant.get(from.variant);
    if (from !== null && document !== undefined) kept.add(keyOf(document, from.at));
  }
  return kept;
}

export async function leftOutOf(
  mapping: Mapping,
  { document, kept }: { document: Document; kept: ReadonlySet<string> },
  breathe: Breath,
): Promise<LeftOut[]> {
  const taken = takenBlocks(mapping, document);
  const causes = causesOf(mapping, document);
  const found: LeftOut[] = [];
  let run: Block[] = [];
  for (const block of document.blocks) {
    await breathe();
    const out = !taken.has(block.index) && !kept.has(keyOf(document, block));
    const [first] = run;
    // a run ends where a section does, or where another point begins
    const goesOn = first?.section === block.section && causes[first.index] === causes[block.index];
    if (first && !(out && goesOn)) {
      found.push(entryOf(document, run, causes[first.index] ?? UNNAMED));
      run = [];
    }
    if (out) run.push(block);
  }
  const [first] = run;
  if (first) found.push(entryOf(document, run, causes[first.index] ?? UNNAMED));
  return found;
}

/** Levels of headings, marks of items and line breaks do not make words others. */
function keyOf(document: Document, span: Span): string {
  return textOf(document, span)
    .replace(/[\s#*_>|+-]+/g, " ")
    .trim()
    .toLowerCase();
}

/** Those that the output has, in whole or in part. */
function takenBlocks({ merged }: Mapping, { variant, blocks }: Document): ReadonlySet<number> {
  const spans = merged.pieces
    .flatMap(({ from }) => (from?.variant === variant ? [from.at] : []))
    .sort((a, b) => a.start - b.start);
  const taken = new Set<number>();
  let at = 0;
  for (const { index, start, end } of blocks) {
    while (at < spans.length && (spans[at]?.end ?? 0) <= start) at++;
    const span = spans[at];
    if (span && span.start < end) taken.add(index);
  }
  return taken;
}

/** By block: what a change did, else what the plan says of the point that quotes it. */
function causesOf({ plan, points, merged }: Mapping, { variant, blocks }: Document): Cause[] {
  const causes: Cause[] = [];
  const name = (span: Span, cause: Cause): void => {
    for (let index = firstEndingAfter(blocks, span.start); index < blocks.length; index++) {
      if ((blocks[index]?.start ?? 0) >= span.end) break;
      causes[index] ??= cause;
    }
  };
  const records = new Map(merged.records.map((record) => [record.number, record]));
  for (const { number, point, from, source, target } of plan.changes) {
    const record = records.get(number);
    if (record?.status === "applied") {
      if (variant === plan.into && target.kind === "span") {
        name(target.at, { point, why: `Change #${number} put other words in its place` });
      }
    } else if (from === variant && source !== null) {
      name(source, {
        point,
        why: `Change #${number} was not made: ${record?.remarks.join("; ") ?? ""}`,
      });
    }
  }
  const reasons = new Map(plan.unmade.map(({ point, reason }) => [point, reason]));
  const own = points.flatMap(({ id, sides }) =>
    sides.flatMap((side) => (side.variant === variant ? [{ id, side }] : [])),
  );
  for (const { id, side } of own) {
    const why = reasons.get(id);
    if (why !== undefined) name(side, { point: id, why });
  }
  for (const { id, side } of own)
    name(side, { point: id, why: "another variant's words were chosen" });
  return causes;
}

function firstEndingAfter(blocks: readonly Block[], offset: number): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function entryOf(document: Document, run: readonly Block[], cause: Cause): LeftOut {
  const [start, end] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0];
  const lines = documentLines(document);
  const section = run[0]?.section ?? 0;
  return {
    variant: document.variant,
    section: sectionName(document, section),
    title: document.sections[section]?.title ?? "",
    lines: [lineOf(lines, start) + 1, lineOf(lines, Math.max(start, end - 1)) + 1],
    ...cause,
  };
}
