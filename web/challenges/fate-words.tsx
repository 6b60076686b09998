/** What became of challenges, in the same words and counts on every view. */
import type { ChallengeFate } from "../../src/timeline/debate-timeline.ts";

export const FATES: readonly ChallengeFate[] = ["open", "late", "answered", "granted"];

export const FATE_WORDS: Readonly<Record<ChallengeFate, string>> = {
  open: "unanswered",
  late: "last word",
  answered: "answered",
  granted: "granted",
};

interface CountedChallenge {
  readonly fate: ChallengeFate;
  readonly isPressing: boolean;
}

/** The same counts on every view. Red are only the quoted ones against what was chosen that nobody answered. */
export function FateCounts({ challenges }: { challenges: readonly CountedChallenge[] }) {
  const pressing = challenges.filter(({ isPressing }) => isPressing).length;
  return (
    <>
      {pressing > 0 && <strong class="pressing-count">{formatPressing(pressing)}</strong>}
      {pressing > 0 && ", "}
      {formatFateCounts(challenges)}
    </>
  );
}

function formatPressing(count: number): string {
  return `${count} quoted against the outcome and unanswered`;
}

/** "2 unanswered, 1 answered, 4 granted, 3 last words": what nobody could answer any more is not unanswered. */
function formatFateCounts(challenges: readonly CountedChallenge[]): string {
  const count = (fate: ChallengeFate): number =>
    challenges.filter((one) => one.fate === fate).length;
  const pressing = challenges.filter(({ isPressing }) => isPressing).length;
  const late = count("late");
  const rest = count("open") - pressing;
  return [
    `${rest} ${pressing > 0 ? "other unanswered" : "unanswered"}`,
    `${count("answered")} answered`,
    `${count("granted")} granted`,
    ...(late === 0 ? [] : [`${late} ${late === 1 ? "last word" : "last words"}`]),
  ].join(", ");
}
