/**
 * Which changes of a plan can be made together, in plan order (A38, A39). What cannot be made is skipped because
 * another change took its place, or failed; either is said, and nothing is made up instead.
 */
import type { PlannedChange, RefactorPlan, Target } from "./change.ts";
import type { Document, Span } from "./document.ts";
import { type Excerpt, excerptOf, gapAt, isOpen, withoutNotes } from "./excerpt.ts";
import { innerEdit } from "./inner-edits.ts";
import { checkOrder } from "./section-order.ts";
import { cannotBeTaken } from "./taken-blocks.ts";
import type { Insertion, Replacement, Taking } from "./taking.ts";

export interface Settled {
  readonly replacements: readonly Replacement[];
  readonly insertions: readonly Insertion[];
  readonly orders: readonly {
    readonly change: PlannedChange;
    readonly sections: readonly number[];
  }[];
  /** By number of the change, of those that are not made. */
  readonly unmade: ReadonlyMap<number, Unmade>;
}

export interface Unmade {
  readonly status: "skipped" | "failed";
  readonly why: string;
}

interface Open {
  readonly base: Document;
  readonly replacements: Map<number, Replacement>;
  readonly insertions: Map<number, Insertion>;
  readonly orders: { readonly change: PlannedChange; readonly sections: readonly number[] }[];
  readonly unmade: Map<number, Unmade>;
}

export function settleChanges(
  documents: readonly Document[],
  plan: RefactorPlan,
  base: Document,
): Settled {
  const open: Open = {
    base,
    replacements: new Map(),
    insertions: new Map(),
    orders: [],
    unmade: new Map(),
  };
  for (const change of plan.changes) {
    const problem = change.approved ? settle(documents, change, open) : skipped(STRUCK);
    if (problem !== null) open.unmade.set(change.number, problem);
  }
  return {
    ...open,
    replacements: [...open.replacements.values()],
    insertions: [...open.insertions.values()],
  };
}

const STRUCK = "it was struck out of the plan";

function skipped(why: string): Unmade {
  return { status: "skipped", why };
}

function failed(why: string): Unmade {
  return { status: "failed", why };
}

function settle(documents: readonly Document[], change: PlannedChange, open: Open): Unmade | null {
  if (change.target.kind === "order") return settleOrder(change, change.target.sections, open);
  const from = documents.find(({ variant }) => variant === change.from);
  if (from === undefined) return failed(`there is no variant ${change.from}`);
  const whole = change.source === null ? null : excerptOf(from, change.source);
  if (whole === null) return failed("what it takes is no passage of that variant");
  const excerpt = withoutNotes(from, whole);
  if (hasFrontMatter(from, excerpt)) return failed("front matter is never taken");
  const before = sourceOfEarlier(change, open);
  if (before !== null)
    return skipped(`superseded by Change #${before}: its words came with that one`);
  const taking = { change, from, excerpt };
  const problem =
    change.target.kind === "offset"
      ? settleInsertion(taking, change.target, open)
      : settleReplacement(taking, change.target.at, open);
  if (problem === null) withdrawRepeated(change, open);
  return problem;
}

/** What was to be put in alone comes with a longer passage now. */
function withdrawRepeated(
  { number, from, source }: PlannedChange,
  { insertions, unmade }: Open,
): void {
  for (const { change } of insertions.values()) {
    if (change.number === number || change.from !== from || change.source === null) continue;
    if (source === null || !contains(source, change.source)) continue;
    insertions.delete(change.number);
    unmade.set(
      change.number,
      skipped(`superseded by Change #${number}: its words come with that one`),
    );
  }
}

function settleOrder(
  change: PlannedChange,
  sections: readonly number[],
  { base, orders, replacements, unmade }: Open,
): Unmade | null {
  const problem = checkOrder(base, sections);
  if (problem !== null) return failed(problem);
  const [earlier] = orders;
  if (earlier) return skipped(`superseded by Change #${earlier.change.number}`);
  const starts = sections.flatMap((index) => base.sections[index]?.start ?? []);
  for (const { change: other, span } of replacements.values()) {
    if (unmade.has(other.number)) continue;
    if (starts.some((start) => span.start < start && start < span.end)) {
      return skipped(
        `superseded by Change #${other.number}, which takes the place of several sections`,
      );
    }
  }
  orders.push({ change, sections });
  return null;
}

function hasFrontMatter({ blocks }: Document, excerpt: Excerpt): boolean {
  if (excerpt.kind !== "blocks") return excerpt.block.kind === "front-matter";
  return blocks[excerpt.first]?.kind === "front-matter";
}

/** The earlier change that took the same words, if any. */
function sourceOfEarlier({ from, source }: PlannedChange, open: Open): number | null {
  if (source === null) return null;
  for (const { change } of [...open.replacements.values(), ...open.insertions.values()]) {
    if (change.from === from && change.source !== null && contains(change.source, source)) {
      return change.number;
    }
  }
  return null;
}

function settleInsertion(
  taking: Taking,
  { at, depth }: Extract<Target, { kind: "offset" }>,
  { base, insertions }: Open,
): Unmade | null {
  const gap = gapAt(base, at);
  if (gap === null) return failed("its place is inside of a block of the base");
  const unfit = unfitBlock(taking);
  if (unfit !== null) return failed(unfit);
  const last = base.blocks.at(-1);
  if (last && gap > last.index && isOpen(base, last)) {
    return failed("the base ends in code or HTML that is never closed");
  }
  // front matter is only that at the very beginning
  const behind = base.blocks[0]?.kind === "front-matter" ? Math.max(gap, 1) : gap;
  insertions.set(taking.change.number, { ...taking, gap: behind, depth });
  return null;
}

function settleReplacement(taking: Taking, span: Span, open: Open): Unmade | null {
  const { base, replacements, unmade } = open;
  const place = excerptOf(base, span);
  if (place === null) return failed("its place is no passage of the base");
  const at = withoutNotes(base, place);
  if (hasFrontMatter(base, at)) return failed("front matter is never replaced");
  const replacement = { ...taking, at, span };
  const unfit = at.kind === "blocks" ? unfitBlock(taking) : innerEdit(base, replacement, new Map());
  if (typeof unfit === "string") return failed(unfit);
  const { number } = taking.change;
  for (const { change, span: taken } of replacements.values()) {
    if (contains(taken, span)) return skipped(`superseded by Change #${change.number}`);
    if (!contains(span, taken) && overlaps(span, taken)) {
      return skipped(`superseded by Change #${change.number}, whose place overlaps its own`);
    }
  }
  for (const { change, span: taken } of replacements.values()) {
    if (!contains(span, taken)) continue;
    unmade.set(
      change.number,
      skipped(`superseded by Change #${number}, which takes the whole of its place`),
    );
    replacements.delete(change.number);
  }
  replacements.set(number, replacement);
  return null;
}

function unfitBlock({ from, excerpt }: Taking): string | null {
  if (excerpt.kind === "parts" && excerpt.block.kind === "table") {
    return "a row cannot stand outside of a table";
  }
  return cannotBeTaken(from, excerpt);
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
