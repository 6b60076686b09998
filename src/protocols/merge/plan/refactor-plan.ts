/** A34-A37: step 4: the refactoring plan, from the matrix and the base. Every point ends in a change or in a reason. */
import type {
  MergeChange,
  RefactorPlan,
  OmittedDifference,
} from "../../../documents/apply/change-plan.ts";
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import { type ParsedDocument, containsSpan } from "../../../documents/document.ts";
import { type MatrixRow, buildVoteMatrix } from "../rules/matrix.ts";
import { type Based, calledBy, listDocuments } from "../rules/table.ts";
import { LEAVE } from "../rules/vote-choice.ts";
import { explainDraft, getVariantDocument, mendedBy } from "./change-reasons.ts";
import { combinePassages, keepAllPassages } from "./combined-passages.ts";
import type { ChangeRefusal, DraftChange, DraftChangeContext } from "./draft-change.ts";
import { draftContribution, draftFor } from "./draft-changes.ts";
import { keepIdsApart } from "./kept-apart-ids.ts";
import { foldedInto } from "./passage-changes.ts";

/** What is to be done about a point, before changes are numbered. */
type Fate = { readonly point: ComparisonPoint; readonly row: MatrixRow | null } & (
  | { readonly drafts: readonly DraftChange[] }
  | { readonly refusal: ChangeRefusal; readonly variant: number | null }
);

export interface RefactorPlanning {
  readonly plan: RefactorPlan;
  /** Ids of points that were agreed for another variant and that code cannot put in place. */
  readonly byHand: readonly string[];
}

export function planRefactoring(based: Based): RefactorPlanning {
  const { base, settings } = based;
  const into = getVariantDocument(based, base.variant);
  const rows = new Map(buildVoteMatrix(based).map((row) => [row.point.id, row]));
  const wanted = based.points
    .map((point) => decideFate(based, into, { point, row: rows.get(point.id) ?? null }))
    .map((fate) => keepRejectedOut(fate, [...rows.values()]));
  const drafts = wanted.flatMap((fate) => ("drafts" in fate ? fate.drafts : []));
  const ids = keepIdsApart(based, into, drafts);
  const fates = wanted.map((fate) => withFreeIds(fate, ids));
  const drafted = inPlanOrder(
    fates.flatMap((fate) =>
      "drafts" in fate ? fate.drafts.map((draft) => ({ draft, row: fate.row })) : [],
    ),
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
  const refusals = fates.filter((fate) => "refusal" in fate);
  const unmade = refusals.map(({ point, variant, refusal }): OmittedDifference => ({
    point: point.id,
    variant,
    reason: refusal.reason,
  }));
  const byHand = refusals.filter(({ refusal }) => refusal.open).map(({ point }) => point.id);
  const plan = { into: base.variant, changes, unmade };
  return { plan, byHand };
}

/** A33b: what lost an agreed point does not come in with another change. */
function keepRejectedOut(fate: Fate, rows: readonly MatrixRow[]): Fate {
  if (!("drafts" in fate)) return fate;
  const brings = (draft: DraftChange): MatrixRow | undefined =>
    rows.find(
      ({ point, choice, winner }) =>
        // what only one draft has and is not agreed on is left out (A33b)
        (choice !== null || point.category === "unique") &&
        winner !== draft.from &&
        point.id !== fate.point.id &&
        point.sides.some(
          (side) =>
            side.variant === draft.from &&
            draft.source !== null &&
            containsSpan(draft.source, side),
        ),
    );
  const rejected = fate.drafts.map(brings).find((row) => row !== undefined);
  if (!rejected) return fate;
  const against = rejected.choice === null ? "left open" : "decided against";
  const reason = `it would bring in what ${rejected.point.id} ${against}`;
  const { point, row, drafts } = fate;
  return { point, row, refusal: { reason, open: false }, variant: drafts[0]?.from ?? null };
}

/** An id that means something else in the base comes in under a free number, or not at all. */
function withFreeIds({ point, row, ...fate }: Fate, ids: ReturnType<typeof keepIdsApart>): Fate {
  if (!("drafts" in fate)) return { point, row, ...fate };
  const stuck = fate.drafts.map((draft) => ids.get(draft)).find((one) => typeof one === "string");
  if (typeof stuck === "string") {
    const reason = `${stuck} means something else in the base, so it has to be done by hand`;
    return { point, row, refusal: { reason, open: true }, variant: fate.drafts[0]?.from ?? null };
  }
  const drafts = fate.drafts.map((draft) => {
    const renames = ids.get(draft);
    return typeof renames === "object" && renames.length > 0 ? { ...draft, renames } : draft;
  });
  return { point, row, drafts };
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
    refusal: { reason, open: false },
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
    return createFate({ point, row }, keepAllPassages(point, into, others), 0);
  }
  if (row.winner === into.variant || row.winner === null) {
    return kept(`the base's own is the better one (${row.how}, ${row.confidence} %)`, row.winner);
  }
  const drafting = createContext(based, into, row.winner);
  return createFate({ point, row }, draftFor(point, drafting), row.winner);
}

const UNVOTED: ReadonlySet<ComparisonPoint["kind"]> = new Set(["depth", "headings"]);

interface VotedPoint {
  readonly point: ComparisonPoint;
  readonly row: MatrixRow;
}

function createFate(
  { point, row }: Pick<Fate, "point" | "row">,
  made: DraftChange | readonly DraftChange[] | ChangeRefusal,
  variant: number,
): Fate {
  if ("reason" in made) return { point, row, refusal: made, variant };
  return { point, row, drafts: "point" in made ? [made] : made };
}

function combinedFate(based: Based, into: ParsedDocument, { point, row }: VotedPoint): Fate {
  const pieces = row.cast.find(({ choice }) => choice === row.choice)?.pieces ?? [];
  const words = pieces.map(({ variant, quote }) => ({
    winner: getVariantDocument(based, variant),
    quote,
  }));
  return createFate({ point, row }, combinePassages(point, into, words), 0);
}

/** A0b: nobody else changed it, so nobody votes on it. */
function settledFate(based: Based, into: ParsedDocument, point: ComparisonPoint): Fate {
  const variant = point.settled ?? into.variant;
  const refusal = { reason: "in the base already", open: false };
  if (variant === into.variant) return { point, row: null, refusal, variant };
  return createFate(
    { point, row: null },
    draftFor(point, createContext(based, into, variant)),
    variant,
  );
}

/** A33b: taken, folded into a section, or left out. */
function uniqueFate(based: Based, into: ParsedDocument, { point, row }: VotedPoint): Fate {
  const variant = point.sides[0]?.variant ?? into.variant;
  const kept = (reason: string): Fate => ({
    point,
    row,
    refusal: { reason, open: false },
    variant,
  });
  if (row.choice === LEAVE) {
    const reason = `left out (${row.how}, ${row.confidence} %)`;
    if (variant !== into.variant) return kept(reason);
    return createFate({ point, row }, draftRemoval(point, into), variant);
  }
  if (variant === into.variant) return kept("in the base already");
  const drafting = createContext(based, into, variant);
  const made = row.choice?.startsWith("fold ")
    ? foldedInto(point, drafting, row.choice.slice(5))
    : draftContribution(point, drafting);
  return createFate({ point, row }, made, variant);
}

/** The base's own contribution that was voted out. */
function draftRemoval(point: ComparisonPoint, into: ParsedDocument): DraftChange | ChangeRefusal {
  const side = point.sides.find(({ variant }) => variant === into.variant);
  if (!side) return { reason: "the base does not have it", open: false };
  const { start, end, section } = side;
  return {
    point,
    from: into.variant,
    source: null,
    sourceSection: section,
    targetSection: section,
    target: { kind: "span", at: { start, end } },
    integration: "replace",
    risk: "Medium",
  };
}

/** What the base says instead is known from every point that quotes both. */
function createContext(based: Based, base: ParsedDocument, winner: number): DraftChangeContext {
  const pairs = new Map<number, number>();
  for (const { sides } of based.points) {
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
