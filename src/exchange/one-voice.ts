/** R4: what several say is shown once. Near-repetitions are dropped, the first to say it is kept. */
import type { Claim } from "../domain/claim.ts";
import { likeness, runsOf } from "../domain/novelty.ts";

/** From this likeness on two texts say the same. */
export const SAME = 0.6;

/** Without those that nearly repeat an earlier one. */
export function distinctTexts(texts: readonly string[]): string[] {
  return withoutRepeats(texts, (text) => text).kept;
}

/** Claims that say something of their own, and for every other one the claim that says it already. */
export function distinctClaims(claims: readonly Claim[]): {
  readonly kept: Claim[];
  readonly same: ReadonlyMap<string, string>;
} {
  const { kept, repeats } = withoutRepeats(
    claims,
    ({ text }) => text,
    (a, b) => a.about === b.about && a.side === b.side,
  );
  return { kept, same: new Map(repeats.map(([left, first]) => [left.id, first.id])) };
}

/** Seats by what they hold; who holds nothing speaks alone. */
export function groupsBy<T>(
  held: readonly T[],
  { by, position }: { by: (one: T) => string; position: (one: T) => string | null },
): string[][] {
  const groups = Map.groupBy(held, (one) => position(one) ?? `\0${by(one)}`);
  return [...groups.values()].map((members) => members.map(by));
}

function withoutRepeats<T>(
  all: readonly T[],
  words: (one: T) => string,
  comparable: (a: T, b: T) => boolean = () => true,
): { kept: T[]; repeats: [T, T][] } {
  const kept: { one: T; runs: ReadonlySet<string> }[] = [];
  const repeats: [T, T][] = [];
  for (const one of all) {
    const runs = runsOf(words(one));
    const first = kept.find(
      (earlier) => comparable(earlier.one, one) && likeness(earlier.runs, runs) >= SAME,
    );
    if (first) repeats.push([one, first.one]);
    else kept.push({ one, runs });
  }
  return { kept: kept.map(({ one }) => one), repeats };
}
