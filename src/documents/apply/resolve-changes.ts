/**
 * A38, A39: which changes of a plan can be applied together, in plan order. A change that cannot be applied was
 * either skipped because another took its place, or failed; both are reported, and nothing is made up instead.
 */
import { type ParsedDocument, type TextSpan, containsSpan } from "../document.ts";
import {
  type DocumentExcerpt,
  findBlockGap,
  findExcerpt,
  findLinesExcerpt,
  findPartGap,
  findWordGap,
  isUnclosedBlock,
  removeTrailingNotes,
} from "../markdown/document-excerpt.ts";
import type { ChangeTarget, MergeChange, RefactorPlan } from "./change-plan.ts";
import { createInnerEdit } from "./inner-edits.ts";
import { findSameParts, isPartGap } from "./part-keys.ts";
import { describeInvalidOrder } from "./section-order.ts";
import {
  type BlockInsertion,
  type BlockReplacement,
  NOTHING_TAKEN,
  type TakenExcerpt,
  describeUntakable,
} from "./taken-blocks.ts";

export interface ResolvedChanges {
  readonly replacements: readonly BlockReplacement[];
  readonly insertions: readonly BlockInsertion[];
  readonly orders: readonly {
    readonly change: MergeChange;
    readonly sections: readonly number[];
  }[];
  /** By number of the change, of those that are not made. */
  readonly unmade: ReadonlyMap<number, UnappliedReason>;
}

export interface UnappliedReason {
  readonly status: "skipped" | "failed";
  readonly why: string;
}

interface ResolvingState {
  readonly base: ParsedDocument;
  readonly replacements: Map<number, BlockReplacement>;
  readonly insertions: Map<number, BlockInsertion>;
  readonly orders: { readonly change: MergeChange; readonly sections: readonly number[] }[];
  readonly unmade: Map<number, UnappliedReason>;
}

export function resolveChanges(
  documents: readonly ParsedDocument[],
  plan: RefactorPlan,
  base: ParsedDocument,
): ResolvedChanges {
  const open: ResolvingState = {
    base,
    replacements: new Map(),
    insertions: new Map(),
    orders: [],
    unmade: new Map(),
  };
  for (const change of plan.changes) {
    const problem = change.approved
      ? resolveChange(documents, change, open)
      : createSkippedReason(STRUCK);
    if (problem !== null) open.unmade.set(change.number, problem);
  }
  return {
    ...open,
    replacements: moveInnerInsertions([...open.replacements.values()]),
    insertions: [...open.insertions.values()],
  };
}

/** An item or row that goes where others give way goes behind what takes their place. */
function moveInnerInsertions(replacements: readonly BlockReplacement[]): BlockReplacement[] {
  return replacements.map((one) => {
    const { at } = one;
    if (at.kind !== "parts" || at.first !== at.beyond) return one;
    const around = replacements.find(
      (other) =>
        other.at.kind === "parts" &&
        other.at.block === at.block &&
        other.at.first < at.first &&
        at.first < other.at.beyond,
    );
    if (around === undefined || around.at.kind !== "parts") return one;
    const first = around.at.beyond;
    const start = at.block.parts[first]?.start ?? at.block.parts[first - 1]?.end ?? at.block.end;
    return { ...one, at: { ...at, first, beyond: first }, span: { start, end: start } };
  });
}

const STRUCK = "it was struck out of the plan";

function createSkippedReason(why: string): UnappliedReason {
  return { status: "skipped", why };
}

function createFailedReason(why: string): UnappliedReason {
  return { status: "failed", why };
}

function resolveChange(
  documents: readonly ParsedDocument[],
  change: MergeChange,
  open: ResolvingState,
): UnappliedReason | null {
  if (change.target.kind === "order") return resolveOrder(change, change.target.sections, open);
  const from = documents.find(({ variant }) => variant === change.from);
  if (from === undefined) return createFailedReason(`there is no variant ${change.from}`);
  if (change.source === null && change.target.kind === "span") {
    const taking = { change, from, excerpt: NOTHING_TAKEN };
    return resolveReplacement(taking, change.target.at, open);
  }
  const find = takesLines(change.target) ? findLinesExcerpt : findExcerpt;
  const whole = change.source === null ? null : find(from, change.source);
  if (whole === null) return createFailedReason("what it takes is no passage of that variant");
  const excerpt = removeTrailingNotes(from, whole);
  if (
    includesFrontMatter(from, excerpt) &&
    !takesLines(change.target) &&
    !replacesFrontMatter(open.base, change.target, excerpt)
  )
    return createFailedReason("front matter is never taken");
  const before = findEarlierSource(change, open);
  if (before !== null)
    return createSkippedReason(`superseded by Change #${before}: its words came with that one`);
  const taking = { change, from, excerpt };
  const twin = findSameParts(taking, open.base, [...open.replacements.values()]);
  if (twin !== null)
    return createSkippedReason(`superseded by Change #${twin}: its words came with that one`);
  const problem =
    change.target.kind === "offset"
      ? resolveInsertion(taking, change.target, open)
      : resolveReplacement(taking, change.target.at, open);
  if (problem === null) withdrawRepeatedInsertions(change, open);
  return problem;
}

/** What was to be put in alone comes with a longer passage now. */
function withdrawRepeatedInsertions(
  { number, from, source }: MergeChange,
  { insertions, replacements, unmade }: ResolvingState,
): void {
  const added = [...replacements.values()].filter(({ at }) => isPartGap(at));
  for (const { change } of [...insertions.values(), ...added]) {
    if (change.number === number || change.from !== from || change.source === null) continue;
    if (source === null || !containsSpan(source, change.source)) continue;
    insertions.delete(change.number);
    replacements.delete(change.number);
    unmade.set(
      change.number,
      createSkippedReason(`superseded by Change #${number}: its words come with that one`),
    );
  }
}

function resolveOrder(
  change: MergeChange,
  sections: readonly number[],
  { base, orders, replacements, unmade }: ResolvingState,
): UnappliedReason | null {
  const problem = describeInvalidOrder(base, sections);
  if (problem !== null) return createFailedReason(problem);
  const [earlier] = orders;
  if (earlier) return createSkippedReason(`superseded by Change #${earlier.change.number}`);
  const starts = sections.flatMap((index) => base.sections[index]?.start ?? []);
  for (const { change: other, span } of replacements.values()) {
    if (unmade.has(other.number)) continue;
    if (starts.some((start) => span.start < start && start < span.end)) {
      return createSkippedReason(
        `superseded by Change #${other.number}, which takes the place of several sections`,
      );
    }
  }
  orders.push({ change, sections });
  return null;
}

function takesLines(target: ChangeTarget): boolean {
  return target.kind === "span" && target.kept === "lines";
}

function includesFrontMatter({ blocks }: ParsedDocument, excerpt: DocumentExcerpt): boolean {
  if (excerpt.kind !== "blocks") return excerpt.block.kind === "front-matter";
  return blocks[excerpt.first]?.kind === "front-matter";
}

/** One front matter in the place of another, and nothing else with it. */
function replacesFrontMatter(
  base: ParsedDocument,
  target: ChangeTarget,
  excerpt: DocumentExcerpt,
): boolean {
  const at = target.kind === "span" ? findExcerpt(base, target.at) : null;
  const isAlone = (one: DocumentExcerpt | null): boolean =>
    one?.kind === "blocks" && one.first === 0 && one.beyond === 1;
  return at !== null && isAlone(at) && isAlone(excerpt) && includesFrontMatter(base, at);
}

/** The earlier change that took the same words, if any. */
function findEarlierSource({ from, source }: MergeChange, open: ResolvingState): number | null {
  if (source === null) return null;
  for (const { change } of [...open.replacements.values(), ...open.insertions.values()]) {
    if (change.from === from && change.source !== null && containsSpan(change.source, source)) {
      return change.number;
    }
  }
  return null;
}

function resolveInsertion(
  taking: TakenExcerpt,
  { at, depth, inside, words }: Extract<ChangeTarget, { kind: "offset" }>,
  { base, insertions, replacements }: ResolvingState,
): UnappliedReason | null {
  if (inside) {
    const gap = words ? findWordGap(base, at) : findPartGap(base, at);
    if (gap === null) return createFailedReason("its place is not between two items or rows");
    const around = [...replacements.values()].find(
      ({ span }) => gap.kind === "words" && span.start < at && at < span.end,
    );
    if (around) return createSkippedReason(`superseded by Change #${around.change.number}`);
    const replacement = { ...taking, at: gap, span: { start: at, end: at } };
    const edit = createInnerEdit(base, replacement, new Map());
    if (typeof edit === "string") return createFailedReason(edit);
    replacements.set(taking.change.number, replacement);
    return null;
  }
  const gap = findBlockGap(base, at);
  if (gap === null) return createFailedReason("its place is inside of a block of the base");
  const unfit = describeUnfitBlock(taking);
  if (unfit !== null) return createFailedReason(unfit);
  const last = base.blocks.at(-1);
  if (last?.kind === "html" && gap > last.index && isUnclosedBlock(base, last)) {
    return createFailedReason("the base ends in HTML that is never closed");
  }
  // front matter only counts at the very beginning
  const behind = base.blocks[0]?.kind === "front-matter" ? Math.max(gap, 1) : gap;
  insertions.set(taking.change.number, { ...taking, gap: behind, depth });
  return null;
}

function resolveReplacement(
  taking: TakenExcerpt,
  span: TextSpan,
  open: ResolvingState,
): UnappliedReason | null {
  const { base, replacements, unmade } = open;
  const isByLine = takesLines(taking.change.target);
  const place = isByLine ? findLinesExcerpt(base, span) : findExcerpt(base, span);
  if (place === null) return createFailedReason("its place is no passage of the base");
  const at = removeTrailingNotes(base, place);
  if (
    includesFrontMatter(base, at) &&
    !isByLine &&
    !replacesFrontMatter(base, { kind: "span", at: span }, taking.excerpt)
  )
    return createFailedReason("front matter is never replaced");
  const replacement = { ...taking, at, span };
  const unfit =
    at.kind === "blocks"
      ? describeUnfitBlock(taking)
      : createInnerEdit(base, replacement, new Map());
  if (typeof unfit === "string") return createFailedReason(unfit);
  const { number } = taking.change;
  for (const { change, span: taken } of replacements.values()) {
    if (containsSpan(taken, span))
      return createSkippedReason(`superseded by Change #${change.number}`);
    if (!containsSpan(span, taken) && overlapsSpan(span, taken)) {
      return createSkippedReason(
        `superseded by Change #${change.number}, whose place overlaps its own`,
      );
    }
  }
  for (const { change, span: taken } of replacements.values()) {
    if (!containsSpan(span, taken)) continue;
    unmade.set(
      change.number,
      createSkippedReason(`superseded by Change #${number}, which takes the whole of its place`),
    );
    replacements.delete(change.number);
  }
  replacements.set(number, replacement);
  return null;
}

function describeUnfitBlock({ from, excerpt }: TakenExcerpt): string | null {
  if (excerpt.kind === "parts" && excerpt.block.kind === "table") {
    return "a row cannot stand outside of a table";
  }
  return describeUntakable(from, excerpt);
}

function overlapsSpan(a: TextSpan, b: TextSpan): boolean {
  return a.start < b.end && b.start < a.end;
}
