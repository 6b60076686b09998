/** J15, J26, K8: each judge challenges every other judge, even one who agrees, and with substance. */
import type { Participant } from "../../../domain/participant.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import { findHollowness } from "../../../text/substance.ts";
import { positionShown, type ShownVoice } from "../prompts/anonymizer.ts";
import type { JudgePosition } from "../prompts/prompt-input.ts";
import type { JudgeResponse } from "../replies.ts";
import type { JudgePoint } from "./points.ts";

/** One that has to be challenged: a judge, or all that speak with one voice. */
export interface ChallengeDutyTarget {
  /** As the challenger knows it. */
  readonly name: string;
  readonly members: readonly string[];
  readonly points: readonly JudgePoint[];
  /** Nobody else is in it, so that it may be challenged and need not be. */
  readonly own: boolean;
}

export function createDutyTarget({ judge, points }: JudgePosition): ChallengeDutyTarget {
  return { name: judge.id, members: [judge.id], points, own: false };
}

/** Voices as their reader is shown them, and what it owes to each. */
export function voicesHidden(
  voices: readonly ShownVoice[],
  view: ReaderView,
  { id }: Participant,
): { readonly targets: readonly ChallengeDutyTarget[]; readonly peers: readonly JudgePosition[] } {
  return {
    targets: voices.map(({ label, members, points }) => ({
      name: label,
      members,
      points,
      own: members.every((member) => member === id),
    })),
    peers: voices.flatMap((voice) => positionShown(voice, view, id) ?? []),
  };
}

export function findChallengeProblems(
  { challenges, concedes }: Pick<JudgeResponse, "challenges" | "concedes">,
  targets: readonly ChallengeDutyTarget[],
): string[] {
  const missing = targets
    .filter(({ own }) => !own)
    .flatMap((target) => {
      const made = challenges.filter((one) => isAimedAt(one, target));
      const [first] = made;
      if (!first) return [`the judge ${target.name} is not challenged`];
      const faults = made.map((one) => findChallengeFault(one, target, challenges));
      return faults.includes(null)
        ? []
        : [`the challenge to ${target.name} does not count: ${faults[0]}`];
    });
  const known = new Set(targets.flatMap(({ points }) => points.map(({ claim }) => claim.id)));
  const unknown = concedes
    .filter(({ claim }) => !known.has(claim))
    .map(({ claim }) => `concedes names ${claim}, which is no point of another judge`);
  return [...missing, ...unknown];
}

type JudgeChallenge = JudgeResponse["challenges"][number];

/** The point says whom it is aimed at; the name of the judge only where the point is unknown. */
function isAimedAt(
  { judge, claim }: JudgeChallenge,
  { members, points }: ChallengeDutyTarget,
): boolean {
  return points.some((point) => point.claim.id === claim) || members.includes(judge);
}

function findChallengeFault(
  { claim, counter_argument }: JudgeChallenge,
  { points }: ChallengeDutyTarget,
  challenges: readonly JudgeChallenge[],
): string | null {
  const attacked = points.find((point) => point.claim.id === claim)?.claim;
  if (!attacked) return `${claim} is none of its points`;
  const others = challenges
    .filter((other) => other.claim !== claim)
    .map((other) => other.counter_argument);
  const judged = [attacked.text, attacked.detail ?? ""].join(" ").trim();
  return findHollowness(counter_argument, { judged, others });
}
