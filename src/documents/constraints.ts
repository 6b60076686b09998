/** A thing that one sentence needs and another rules out. */
import { clashesAmong, type Scan } from "./clashes.ts";
import { type Found, foundIn, spelledSides } from "./finding.ts";
import type { Need } from "./needs.ts";
import type { Stated } from "./reading.ts";

export async function brokenConstraints(
  needs: readonly Stated<Need>[],
  scan: Scan,
): Promise<Found[]> {
  const clashes = await clashesAmong(needs, {
    keyOf: ({ thing }) => thing,
    clash: (a, b) => a.ruledOut !== b.ruledOut && (a.who === b.who || a.who === "" || b.who === ""),
    ...scan,
  });
  return clashes.map((sides) => {
    const { about } = sides[0].said;
    const spell = ({ ruledOut }: Need): string => (ruledOut ? "ruled out" : "needed");
    return foundIn(sides, {
      kind: "constraint",
      severity: "High",
      topic: about,
      summary: `${about}: ${spelledSides(sides, spell, scan.between)}.`,
    });
  });
}
