/** R4: shows what several participants say only once. Near-repetitions are dropped; the first one stays. */
import type { Claim } from "../domain/claim.ts";
import { computeJaccardLikeness, listWordTriples } from "../text/novelty.ts";
import { removeSpeakerNames } from "./mask-names.ts";
import type { NameFinder } from "./name-finder.ts";

/** From this likeness on two texts say the same. */
const SAME = 0.6;

/** Without near-repetitions of an earlier one, by any participant. */
export function listDistinctTexts(texts: readonly string[]): string[] {
  return splitRepeats(texts, (text) => text.replace(/\bvoice-\d+\b/g, "someone")).kept;
}

/** Claims of one position that repeat another of it, by any participant; each with the one that is kept. */
export function findRepeatedClaims(
  claims: readonly Claim[],
  { groups, names }: { groups: readonly (readonly string[])[]; names: NameFinder },
): Map<string, string> {
  const repeats = groups.flatMap((members) => {
    const own = claims.filter(({ by }) => members.includes(by));
    const words = ({ text }: Claim): string => removeSpeakerNames(names, text);
    const comparable = (a: Claim, b: Claim): boolean => a.about === b.about && a.side === b.side;
    return splitRepeats(own, words, comparable).repeats;
  });
  return new Map(repeats.map(([left, first]) => [left.id, first.id]));
}

/** Near-repetitions of an earlier text, by any participant, with that earlier text. */
export function findRepeats<T>(
  said: readonly T[],
  words: (one: T) => string,
  names: NameFinder,
): readonly (readonly [T, T])[] {
  return splitRepeats(said, (one) => removeSpeakerNames(names, words(one))).repeats;
}

/** Seats by position; a seat without one is on its own. */
export function groupSeatsByPosition<T>(
  held: readonly T[],
  { by, position }: { by: (one: T) => string; position: (one: T) => string | null },
): string[][] {
  const groups = Map.groupBy(held, (one) => position(one) ?? `\0${by(one)}`);
  return [...groups.values()].map((members) => members.map(by));
}

function splitRepeats<T>(
  all: readonly T[],
  words: (one: T) => string,
  comparable: (a: T, b: T) => boolean = () => true,
): { kept: T[]; repeats: [T, T][] } {
  const kept: { one: T; runs: ReadonlySet<string> }[] = [];
  const repeats: [T, T][] = [];
  for (const one of all) {
    const runs = listWordTriples(words(one));
    const first = kept.find(
      (earlier) =>
        comparable(earlier.one, one) && computeJaccardLikeness(earlier.runs, runs) >= SAME,
    );
    if (first) repeats.push([one, first.one]);
    else kept.push({ one, runs });
  }
  return { kept: kept.map(({ one }) => one), repeats };
}
