/** What of each variant did not get into the output, section by section, and why not. */
import type { Breath } from "./breath.ts";
import { sectionName } from "./comments.ts";
import { type BlockKind, type Document, type Span, textOf } from "./document.ts";
import type { LeftOut } from "./provenance-map.ts";
import type { Mapping } from "./provenance.ts";
import { documentLines, lineOf } from "./text-lines.ts";

type Cause = Pick<LeftOut, "point" | "why">;

const UNNAMED: Cause = { point: null, why: "no point of the comparison is about it" };

/** What is taken or left as one: an item of a list, a row of a table, any other block. */
interface Leaf extends Span {
  readonly kind: BlockKind;
  readonly section: number;
}

function leavesOf({ blocks }: Document): Leaf[] {
  return blocks.flatMap(({ parts, start, end, kind, section }) =>
    (parts.length === 0 ? [{ start, end }] : parts).map((span) => ({ ...span, kind, section })),
  );
}

/** Words of the output, whoever said them there: what says the same is not left out. */
export async function wordsKept(mapping: Mapping, breathe: Breath): Promise<ReadonlySet<string>> {
  const kept = new Set([""]);
  for (const document of mapping.documents) {
    for (const leaf of takenLeaves(mapping, document)) {
      kept.add(keyOf(document, leaf));
      await breathe();
    }
  }
  return kept;
}

export async function leftOutOf(
  mapping: Mapping,
  { document, kept }: { document: Document; kept: ReadonlySet<string> },
  breathe: Breath,
): Promise<LeftOut[]> {
  const leaves = leavesOf(document);
  const taken = new Set(takenLeaves(mapping, document).map(({ start }) => start));
  const causes = causesOf(mapping, document, leaves);
  const found: LeftOut[] = [];
  let run: Leaf[] = [];
  let why: Cause | undefined;
  for (const [at, leaf] of leaves.entries()) {
    await breathe();
    const out = !taken.has(leaf.start) && !kept.has(keyOf(document, leaf));
    const [first] = run;
    // a run ends where a section does, or where another point begins
    const goesOn = first?.section === leaf.section && why === causes[at];
    if (first && !(out && goesOn)) {
      found.push(entryOf(document, run, why ?? UNNAMED));
      run = [];
    }
    if (!out) continue;
    run.push(leaf);
    why = causes[at];
  }
  if (run.length > 0) found.push(entryOf(document, run, why ?? UNNAMED));
  return found;
}

/** Levels of headings, marks of items and line breaks do not make words others; in code every character counts. */
function keyOf(document: Document, leaf: Leaf): string {
  const text = textOf(document, leaf);
  if (leaf.kind === "code") return `code ${text.replace(/\r\n/g, "\n").trimEnd()}`;
  return text
    .replace(/[\s#*_>|]+|[-+]+(?=[\s|]|$)/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .toLowerCase();
}

/** White space, or the mark of an item whose words are another's. */
export const WORDLESS = /^\s*(?:(?:[-+*]|\d{1,9}[.)])\s*)?$/;

/** Those that the output has. */
function takenLeaves({ merged }: Mapping, document: Document): Leaf[] {
  const spans = merged.pieces
    .flatMap(({ from }) => (from?.variant === document.variant ? [from.at] : []))
    .sort((a, b) => a.start - b.start);
  let at = 0;
  return leavesOf(document).filter(({ start, end }) => {
    while (at < spans.length && (spans[at]?.end ?? 0) <= start) at++;
    for (let next = at; next < spans.length; next++) {
      const span = spans[next];
      if (!span || span.start >= end) return false;
      const common = { start: Math.max(start, span.start), end: Math.min(end, span.end) };
      if (!WORDLESS.test(textOf(document, common))) return true;
    }
    return false;
  });
}

/** By leaf: what a change did, else what the plan says of the point that quotes it. */
function causesOf(
  { plan, points, merged }: Mapping,
  { variant }: Document,
  leaves: readonly Leaf[],
): Cause[] {
  const causes: Cause[] = [];
  const name = (span: Span, cause: Cause): void => {
    for (let index = firstEndingAfter(leaves, span.start); index < leaves.length; index++) {
      if ((leaves[index]?.start ?? 0) >= span.end) break;
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

function firstEndingAfter(leaves: readonly Span[], offset: number): number {
  let [low, high] = [0, leaves.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((leaves[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function entryOf(document: Document, run: readonly Leaf[], cause: Cause): LeftOut {
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
