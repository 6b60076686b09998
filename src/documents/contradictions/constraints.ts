import type { LocatedStatement } from "../claims/document-statements.ts";
import type { StatedNeed } from "../claims/stated-needs.ts";
/** A thing that one sentence needs and another rules out. */
import { findClashes, type ClashScan } from "./find-clashes.ts";
import {
  type FoundContradiction,
  createFoundContradiction,
  formatOpposedSides,
} from "./found-contradiction.ts";

export async function findBrokenConstraints(
  needs: readonly LocatedStatement<StatedNeed>[],
  scan: ClashScan,
): Promise<FoundContradiction[]> {
  const clashes = await findClashes(needs, {
    keyOf: ({ thing }) => thing,
    clash: (a, b) => a.ruledOut !== b.ruledOut && (a.who === b.who || a.who === "" || b.who === ""),
    ...scan,
  });
  return clashes.map((sides) => {
    const { about } = sides[0].said;
    const spell = ({ ruledOut }: StatedNeed): string => (ruledOut ? "ruled out" : "needed");
    return createFoundContradiction(sides, {
      kind: "constraint",
      severity: "High",
      topic: about,
      summary: `${about}: ${formatOpposedSides(sides, spell, scan.between)}.`,
    });
  });
}
