/** Claims about one thing that exclude each other: stated and denied, required and forbidden. */
import type { KeyedClaim } from "../claims/claim-keys.ts";
import { excludesStance, isNormativeStance, type ClauseStance } from "../claims/clause-stance.ts";
import type { LocatedStatement } from "../claims/document-statements.ts";
import { findClashes, type ClashScan } from "./find-clashes.ts";
import {
  type FoundContradiction,
  createFoundContradiction,
  formatOpposedSides,
} from "./found-contradiction.ts";

export async function findOpposedClaims(
  claims: readonly LocatedStatement<KeyedClaim>[],
  scan: ClashScan,
): Promise<FoundContradiction[]> {
  const clashes = await findClashes(claims, {
    keyOf: ({ key }) => key,
    clash: (a, b) => excludesStance(a.stance, b.stance),
    ...scan,
  });
  return clashes.map((sides) => {
    const { about } = sides[0].said;
    const normative = sides.some(({ said }) => isNormativeStance(said.stance));
    const spelled = formatOpposedSides(
      sides,
      ({ stance }) => STANCE_WORDS[stance] ?? stance,
      scan.between,
    );
    return createFoundContradiction(sides, {
      kind: normative ? "obligation" : "negation",
      severity: normative ? "High" : "Medium",
      topic: about,
      summary: `${about}: ${spelled}.`,
    });
  });
}

const STANCE_WORDS: Readonly<Partial<Record<ClauseStance, string>>> = { asserted: "stated" };
