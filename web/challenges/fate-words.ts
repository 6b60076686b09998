/** What became of challenges, in the same words and counts on every view. */
import type { ChallengeFate } from "../../src/timeline/debate-timeline.ts";

export const FATES: readonly ChallengeFate[] = ["open", "late", "answered", "granted"];

export const FATE_WORDS: Readonly<Record<ChallengeFate, string>> = {
  open: "open",
  late: "last word",
  answered: "answered",
  granted: "granted",
};

/** "2 open, 1 answered, 4 granted, 3 last words": what nobody could answer any more is not open. */
export function formatFateCounts(challenges: readonly { readonly fate: ChallengeFate }[]): string {
  const count = (fate: ChallengeFate): number =>
    challenges.filter((one) => one.fate === fate).length;
  const late = count("late");
  const told = `${count("open")} open, ${count("answered")} answered, ${count("granted")} granted`;
  return late === 0 ? told : `${told}, ${late} ${late === 1 ? "last word" : "last words"}`;
}
