/** J15, J26, K8: each judge challenges every other judge, even one who agrees, and with substance. */
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Problem } from "../../../protocol.ts";
import { isSubstantiveText } from "../../../text/substance.ts";
import { positionShown, type ShownVoice } from "../prompts/anonymizer.ts";
import type { JudgePosition } from "../prompts/prompt-input.ts";
import type { JudgeResponse } from "../replies.ts";

/** One that has to be challenged: a judge, or all that speak with one voice. */
export interface ChallengeDutyTarget {
  /** As the challenger knows it. */
  readonly name: string;
  readonly members: readonly string[];
  readonly claims: readonly Claim[];
  /** Nobody else is in it, so that it may be challenged and need not be. */
  readonly own: boolean;
}

export function targetOf({ judge, claims }: JudgePosition): ChallengeDutyTarget {
  return { name: judge.id, members: [judge.id], claims, own: false };
}

/** Voices as their reader is shown them, and what it owes to each. */
export function voicesHidden(
  voices: readonly ShownVoice[],
  view: ReaderView,
  { id }: Participant,
): { readonly targets: readonly ChallengeDutyTarget[]; readonly peers: readonly JudgePosition[] } {
  return {
    targets: voices.map(({ label, members, claims }) => ({
      name: label,
      members,
      claims,
      own: members.every((member) => member === id),
    })),
    peers: voices.flatMap((voice) => positionShown(voice, view, id) ?? []),
  };
}

export function challengeProblems(
  { challenges }: JudgeResponse,
  targets: readonly ChallengeDutyTarget[],
): Problem[] {
  const missing = targets
    .filter(({ own }) => !own)
    .flatMap(({ name, members, claims }) => {
      const made = challenges.filter(({ judge }) => members.includes(judge));
      if (made.length === 0) return [`the judge ${name} is not challenged`];
      const specific = made.filter(
        ({ claim }) => claims.length === 0 || claims.some(({ id }) => id === claim),
      );
      if (specific.length === 0) return [`the challenge to ${name} names none of its claims`];
      return specific.some(({ counter_argument }) => isSubstantiveText(counter_argument))
        ? []
        : [`the challenge to ${name} has no specific counter-argument`];
    });
  const strangers = challenges
    .filter(({ judge }) => !targets.some(({ members }) => members.includes(judge)))
    .map(({ judge }) => `"${judge}" is not another judge of this panel`);
  return [...missing, ...strangers].map((text) => ({ text, duty: false }));
}
