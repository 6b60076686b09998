/** A34-A37: step 4: the refactoring plan, from the matrix and the base. Every point ends in a change or in a reason. */
import type { MergeChange, RefactorPlan } from "../../../documents/apply/change-plan.ts";
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import type { ParsedDocument } from "../../../documents/document.ts";
import { type MatrixRow, buildVoteMatrix } from "../rules/matrix.ts";
import { type Based, calledBy, listDocuments } from "../rules/table.ts";
import { LEAVE } from "../rules/vote-choice.ts";
import { explainDraft, getVariantDocument, mendedBy } from "./change-reasons.ts";
import { combinePassages } from "./combined-passages.ts";
import {
  createRemoval,
  refuseChange,
  type ChangeRefusal,
  type DraftChange,
  type DraftChangeContext,
} from "./draft-change.ts";
import { draftContribution, draftFor } from "./draft-changes.ts";
import { followHeadings } from "./followed-headings.ts";
import { keepIdsApart } from "./kept-apart-ids.ts";
import { keepAllPassages } from "./kept-passages.ts";
import { listMovedCopies } from "./moved-passages.ts";
import { foldedInto } from "./passage-changes.ts";
import { dropTwin, placeElsewhere } from "./places-elsewhere.ts";
import {
  createFate,
  type Fate,
  keepRejectedOut,
  listOmissions,
  type PartMade,
  withFreeIds,
} from "./point-fates.ts";
import { dropRepeatedParts } from "./repeated-parts.ts";

export interface RefactorPlanning {
  readonly plan: RefactorPlan;
  /** Ids of points that were agreed for another variant and that code cannot put in place. */
  readonly byHand: readonly string[];
}

export function planRefactoring(based: Based): RefactorPlanning {
  const { base, settings } = based;
  const into = getVariantDocument(based, base.variant);
  const rows = new Map(buildVoteMatrix(based).map((row) => [row.point.id, row]));
  const decided = based.points.map((point) =>
    decideFate(based, into, { point, row: rows.get(point.id) ?? null }),
  );
  const sure = decided.flatMap(({ drafts }) => drafts);
  const kept = decided
    .map((fate) => moveElsewhere(based, fate, sure))
    .map((fate) => keepRejectedOut(fate, [...rows.values()]));
  const coming = kept.flatMap(({ drafts }) => drafts);
  const single = kept.map((fate) => dropTwin(fate, createPlanContext(based, fate), coming));
  const allowed = followHeadings(based, into, dropRepeatedParts(based, into, single));
  const copies = listMovedCopies(
    based,
    into,
    allowed.flatMap(({ drafts }) => drafts),
  );
  const wanted = allowed.map((fate) => ({
    ...fate,
    drafts: fate.drafts.flatMap((draft) => [draft, ...(copies.get(draft) ?? [])]),
  }));
  const ids = keepIdsApart(
    based,
    into,
    wanted.flatMap(({ drafts }) => drafts),
  );
  const fates = wanted.map((fate) => withFreeIds(fate, ids));
  const drafted = inPlanOrder(
    fates.flatMap(({ drafts: own, row }) => own.map((draft) => ({ draft, row }))),
  );
  const changes = drafted.map(({ draft, row }, index): MergeChange => {
    const { point, ...change } = draft;
    const number = index + 1;
    return {
      ...change,
      number,
      point: point.id,
      rationale: explainDraft(based, draft, row),
      mends: mendedBy(based, draft),
      approved: !settings.without.includes(number),
    };
  });
  const unmade = fates.flatMap((fate) => listOmissions(fate));
  const byHand = fates
    .filter(({ refusals }) => refusals.some(({ refusal }) => refusal.open))
    .map(({ point }) => point.id);
  return { plan: { into: base.variant, changes, unmade }, byHand };
}

/** Nothing is debated, nothing is changed (A16). */
export function emptyPlan(into: number): RefactorPlanning {
  return { plan: { into, changes: [], unmade: [] }, byHand: [] };
}

function decideFate(
  based: Based,
  into: ParsedDocument,
  { point, row }: { point: ComparisonPoint; row: MatrixRow | null },
): Fate {
  const kept = (reason: string, variant: number | null = null): Fate => ({
    point,
    row,
    drafts: [],
    refusals: [{ part: point, refusal: { reason, open: false } }],
    variant,
  });
  if (point.within !== null) {
    return kept(
      `a contradiction inside ${calledBy(based, point.within)}: listed, not voted on`,
      point.within,
    );
  }
  if (point.settled !== undefined) return settledFate(based, into, point);
  if (UNVOTED.has(point.kind)) return kept("headings follow the content that is taken");
  if (!row) return kept("outside the focus, not debated");
  if (row.choice === null)
    return kept(point.category === "unique" ? "unresolved, left out" : "unresolved, base kept");
  if (row.choice === "neither") return kept("neither was found good enough, base kept");
  if (point.category === "unique") return uniqueFate(based, into, { point, row });
  if (row.choice.startsWith("combine ")) return combinedFate(based, into, { point, row });
  if (row.choice === "all") {
    const others = listDocuments(based).filter((one) => one !== into);
    return createFate({ point, row }, [[point, keepAllPassages(point, into, others)]], 0);
  }
  if (row.winner === into.variant || row.winner === null) {
    return kept(`the base's own is the better one (${row.how}, ${row.confidence} %)`, row.winner);
  }
  const drafting = createContext(based, into, row.winner);
  const made = (point.parts ?? [point]).map((part): PartMade => [part, draftPart(part, drafting)]);
  return createFate({ point, row }, made, row.winner);
}

const UNVOTED: ReadonlySet<ComparisonPoint["kind"]> = new Set(["depth", "headings"]);

interface VotedPoint {
  readonly point: ComparisonPoint;
  readonly row: MatrixRow;
}

/** What the winner says there instead of the base, besides it, or not at all. */
function draftPart(
  part: ComparisonPoint,
  drafting: DraftChangeContext,
): DraftChange | ChangeRefusal {
  const has = ({ variant }: ParsedDocument): boolean =>
    part.sides.some((side) => side.variant === variant);
  if (part.category !== "unique") return draftFor(part, drafting);
  if (has(drafting.winner)) return draftContribution(part, drafting);
  return has(drafting.base)
    ? draftRemoval(part, drafting.base)
    : refuseChange("only a third draft has it");
}

/** Null where no other draft's words won. */
function createPlanContext(based: Based, { row }: Fate): DraftChangeContext | null {
  const winner = row?.winner ?? 0;
  const into = getVariantDocument(based, based.base.variant);
  return winner === 0 || winner === into.variant ? null : createContext(based, into, winner);
}

/** What was agreed on and has no place where the base says otherwise, and comes in where it belongs. */
function moveElsewhere(based: Based, fate: Fate, sure: readonly DraftChange[]): Fate {
  const winner = fate.row?.winner ?? 0;
  const open = fate.refusals.filter(({ refusal }) => refusal.open);
  const drafting = createPlanContext(based, fate);
  if (open.length === 0 || drafting === null) return fate;
  const made = fate.refusals.map(({ part, refusal }): PartMade => [
    part,
    refusal.open ? placeElsewhere(part, drafting, { refusal, sure }) : refusal,
  ]);
  const moved = createFate(fate, made, winner);
  return { ...moved, drafts: [...fate.drafts, ...moved.drafts] };
}

function combinedFate(based: Based, into: ParsedDocument, { point, row }: VotedPoint): Fate {
  const pieces = row.cast.find(({ choice }) => choice === row.choice)?.pieces ?? [];
  const words = pieces.map(({ variant, quote }) => ({
    winner: getVariantDocument(based, variant),
    quote,
  }));
  return createFate({ point, row }, [[point, combinePassages(point, into, words)]], 0);
}

/** A0b: nobody else changed it, so nobody votes on it. */
function settledFate(based: Based, into: ParsedDocument, point: ComparisonPoint): Fate {
  const variant = point.settled ?? into.variant;
  const refusal = refuseChange("in the base already");
  if (variant === into.variant)
    return createFate({ point, row: null }, [[point, refusal]], variant);
  const made = draftFor(point, createContext(based, into, variant));
  return createFate({ point, row: null }, [[point, made]], variant);
}

/** A33b: taken, folded into a section, or left out. */
function uniqueFate(based: Based, into: ParsedDocument, { point, row }: VotedPoint): Fate {
  const variant = point.sides[0]?.variant ?? into.variant;
  const decide = (part: ComparisonPoint): PartMade => {
    if (row.choice === LEAVE) {
      const reason = refuseChange(`left out (${row.how}, ${row.confidence} %)`);
      return [part, variant === into.variant ? draftRemoval(part, into) : reason];
    }
    if (variant === into.variant) return [part, refuseChange("in the base already")];
    const drafting = createContext(based, into, variant);
    const made = row.choice?.startsWith("fold ")
      ? foldedInto(part, drafting, row.choice.slice(5))
      : draftContribution(part, drafting);
    return [part, made];
  };
  return createFate({ point, row }, (point.parts ?? [point]).map(decide), variant);
}

/** The base's own contribution that was voted out. */
function draftRemoval(point: ComparisonPoint, into: ParsedDocument): DraftChange | ChangeRefusal {
  const side = point.sides.find(({ variant }) => variant === into.variant);
  if (!side) return { reason: "the base does not have it", open: false };
  return createRemoval(point, into, {
    at: { start: side.start, end: side.end },
    section: side.section,
  });
}

/** What the base says instead is known from every point that quotes both. */
function createContext(based: Based, base: ParsedDocument, winner: number): DraftChangeContext {
  const pairs = new Map<number, number>();
  for (const { sides } of based.points.flatMap((point) => point.parts ?? [point])) {
    const mine = sides.find(({ variant }) => variant === base.variant);
    const theirs = sides.find(({ variant }) => variant === winner);
    if (mine && theirs) pairs.set(theirs.start, mine.start);
  }
  return { base, winner: getVariantDocument(based, winner), pairs };
}

interface Drafted {
  readonly draft: DraftChange;
  readonly row: MatrixRow | null;
}

/** X first, then replaced sections, then what is added, a new order last. */
function inPlanOrder(fates: readonly Drafted[]): Drafted[] {
  const rank = ({ draft }: Drafted): number => {
    if (draft.integration === "restructure") return 3;
    if (draft.integration !== "replace") return 2;
    return draft.point.category === "contradiction" ? 0 : 1;
  };
  return fates.toSorted((a, b) => rank(a) - rank(b));
}
