/** Claims about one thing that exclude each other: stated and denied, required and forbidden. */
import type { KeyedClaim } from "./claim-keys.ts";
import { clashesAmong, type Scan } from "./clashes.ts";
import { type Found, foundIn, spelledSides } from "./finding.ts";
import type { Stated } from "./reading.ts";
import { excludes, isNormative, type Stance } from "./stance.ts";

export async function opposedClaims(
  claims: readonly Stated<KeyedClaim>[],
  scan: Scan,
): Promise<Found[]> {
  const clashes = await clashesAmong(claims, {
    keyOf: ({ key }) => key,
    clash: (a, b) => excludes(a.stance, b.stance),
    ...scan,
  });
  return clashes.map((sides) => {
    const { about } = sides[0].said;
    const normative = sides.some(({ said }) => isNormative(said.stance));
    const spelled = spelledSides(sides, ({ stance }) => SPELLED[stance] ?? stance, scan.between);
    return foundIn(sides, {
      kind: normative ? "obligation" : "negation",
      severity: normative ? "High" : "Medium",
      topic: about,
      summary: `${about}: ${spelled}.`,
    });
  });
}

const SPELLED: Readonly<Partial<Record<Stance, string>>> = { asserted: "stated" };
