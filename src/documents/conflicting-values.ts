/** Different figures or dates for one thing, and limits that a requirement breaks. */
import type { Breath } from "./breath.ts";
import type { KeyedClaim, KeyedValue } from "./claim-keys.ts";
import { clashesAmong, type Scan } from "./clashes.ts";
import { type Found, foundIn, spelledSides } from "./finding.ts";
import type { Stated } from "./reading.ts";
import { conflict } from "./values.ts";

export async function conflictingValues(
  claims: readonly Stated<KeyedClaim>[],
  scan: Scan,
): Promise<Found[]> {
  const clashes = await clashesAmong(await figuresIn(claims, scan.breathe), {
    keyOf: ({ value }) => value.key,
    clash: (a, b) => conflict(a.value, b.value),
    ...scan,
  });
  return clashes.map((sides) => {
    const [first, second] = [sides[0].said, sides[1].said];
    const { about } = first.claim;
    return foundIn(sides, {
      kind: kindOf(first.value, second.value),
      severity: isFirm(first) && isFirm(second) ? "High" : "Medium",
      topic: about,
      summary: `${about}: ${spelledSides(sides, ({ value }) => spelled(value), scan.between)}.`,
    });
  });
}

interface Figure {
  readonly claim: KeyedClaim;
  readonly value: KeyedValue;
}

const MANY = 256;

async function figuresIn(
  claims: readonly Stated<KeyedClaim>[],
  breathe: Breath,
): Promise<Stated<Figure>[]> {
  const figures: Stated<Figure>[] = [];
  for (const [place, { said: claim, at }] of claims.entries()) {
    if (place % MANY === 0) await breathe();
    for (const value of claim.figures) figures.push({ said: { claim, value }, at });
  }
  return figures;
}

/** What is required lies beyond what is possible; else the two are only different. */
function kindOf(a: KeyedValue, b: KeyedValue): Found["kind"] {
  if (a.kind === "date") return "date";
  const limited = a.bound === "at most" || b.bound === "at most";
  return limited && a.bound !== b.bound ? "constraint" : "number";
}

function isFirm({ claim, value }: Figure): boolean {
  return claim.stance === "required" || value.bound !== "is";
}

function spelled({ bound, text }: KeyedValue): string {
  return bound === "is" ? text : `${bound} ${text}`;
}
