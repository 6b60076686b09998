/** A34, A36: what becomes of a point: its changes, and why there are none. */
import type { OmittedDifference } from "../../../documents/apply/change-plan.ts";
import type { ComparisonPoint, PointSide } from "../../../documents/comparison-point.ts";
import { containsSpan } from "../../../documents/document.ts";
import type { MatrixRow } from "../rules/matrix.ts";
import type { ChangeRefusal, DraftChange } from "./draft-change.ts";
import type { keepIdsApart } from "./kept-apart-ids.ts";
import type { PartRefusal } from "./places-elsewhere.ts";

/** What is to be done about a point, before changes are numbered. */
export interface Fate {
  readonly point: ComparisonPoint;
  readonly row: MatrixRow | null;
  readonly drafts: readonly DraftChange[];
  readonly refusals: readonly PartRefusal[];
  /** Whose words it is about where nothing is changed. */
  readonly variant: number | null;
}

export type PartMade = readonly [
  ComparisonPoint,
  DraftChange | readonly DraftChange[] | ChangeRefusal,
];

/** All that is to be done counts for the point, also where it was joined from others. */
export function createFate(
  { point, row }: Pick<Fate, "point" | "row">,
  parts: readonly PartMade[],
  variant: number,
): Fate {
  const [drafts, refusals]: [DraftChange[], PartRefusal[]] = [[], []];
  for (const [part, made] of parts) {
    if ("reason" in made) refusals.push({ part, refusal: made });
    else drafts.push(...("point" in made ? [made] : made).map((draft) => ({ ...draft, point })));
  }
  return { point, row, drafts, refusals, variant };
}

/** Where something is changed, only what is missing is said. */
export function listOmissions({ point, drafts, refusals, variant }: Fate): OmittedDifference[] {
  const told = refusals.filter(
    ({ part, refusal }) => drafts.length === 0 || refusal.open || part === point,
  );
  const reasons = new Set(told.map(({ refusal }) => refusal.reason));
  const left = drafts.length === 0 ? [...reasons].slice(0, 1) : [...reasons];
  return left.map((reason) => ({ point: point.id, variant, reason }));
}

/** A33b: what lost an agreed point does not come in with another change. */
export function keepRejectedOut(fate: Fate, rows: readonly MatrixRow[]): Fate {
  const brings = (draft: DraftChange): MatrixRow | undefined =>
    rows.find(
      ({ point, choice, winner }) =>
        // what only one draft has and is not agreed on is left out (A33b)
        (choice !== null || point.category === "unique") &&
        winner !== draft.from &&
        point.id !== fate.point.id &&
        listPointSides(point).some(
          (side) =>
            side.variant === draft.from &&
            draft.source !== null &&
            containsSpan(draft.source, side),
        ),
    );
  const isFree = fate.drafts.filter((draft) => brings(draft) === undefined);
  const rejected = fate.drafts.map(brings).find((row) => row !== undefined);
  if (!rejected) return fate;
  const against = rejected.choice === null ? "left open" : "decided against";
  const reason = `it would bring in what ${rejected.point.id} ${against}`;
  const refusals = [{ part: fate.point, refusal: { reason, open: false } }];
  // the other pieces of a combination are as good without it
  const isCombined = fate.row?.winner === 0 && isFree.length > 0;
  const variant = fate.drafts[0]?.from ?? null;
  return { ...fate, drafts: isCombined ? isFree : [], refusals, variant };
}

function listPointSides({ sides, parts = [] }: ComparisonPoint): PointSide[] {
  return [...sides, ...parts.flatMap((part) => part.sides)];
}

/** An id that means something else in the base comes in under a free number, or not at all. */
export function withFreeIds(fate: Fate, ids: ReturnType<typeof keepIdsApart>): Fate {
  const stuck = fate.drafts.map((draft) => ids.get(draft)).find((one) => typeof one === "string");
  if (typeof stuck === "string") {
    const reason = `the document has another section ${stuck}, so it has to be done by hand`;
    const refusals = [{ part: fate.point, refusal: { reason, open: true } }];
    return { ...fate, drafts: [], refusals, variant: fate.drafts[0]?.from ?? null };
  }
  const drafts = fate.drafts.map((draft) => {
    const renames = ids.get(draft);
    return typeof renames === "object" && renames.length > 0 ? { ...draft, renames } : draft;
  });
  return { ...fate, drafts };
}
