/** The steps of `challenge` by name and number. */
import type { Participant } from "../../../domain/participant.ts";
import { EVIDENCE_FLAGS, withEvidenceCalls } from "../../../evidence/evidence-settings.ts";
import { EXCHANGE_FLAGS } from "../../../exchange/exchange-settings.ts";
import type { CallBounds } from "../../../protocol.ts";
import type { ChallengeSettings } from "../settings.ts";
import { CHALLENGER, type Debate, isAvailable } from "./table.ts";

/** The step of the next attempt to refute the new version as a whole. */
export function nameRefutationStep({ exchanges }: Debate): string {
  const last = exchanges.at(-1);
  const round = last?.round ?? 0;
  return (last?.refutations.length ?? 0) === 0 ? `final-${round}` : `final-others-${round}`;
}

/** "in round 2", "in the opening": where something happened, for people. */
export function describeStepPlace(key: string): string {
  const step = key.split("/", 1)[0] ?? key;
  const round = /-(\d+)$/.exec(step)?.[1];
  if (round !== undefined) return `in round ${round}`;
  switch (step) {
    case "preflight":
      return "before the start";
    case "blind":
      return "before the opening";
    case "opening":
      return "in the opening";
    case "assumptions":
      return "when assumptions were asked for";
    case "press":
      return "in round 1, when pressed";
    default:
      return "in round 1";
  }
}

/** At least a fast exit; at most everyone pressed, every round run and its version tested, every assumption asked for. */
export function countCalls(
  participants: readonly Participant[],
  settings: ChallengeSettings,
): CallBounds {
  const { max_rounds, blind_first, skeptical_of_early_agreement } = settings;
  const called = participants.filter(
    (one) => one.role === CHALLENGER && isAvailable(one, settings),
  );
  const challengers = called.length;
  if (challengers === 0) return { min: 0, max: 0 };
  const beginning = (blind_first ? challengers : 0) + 1 + challengers;
  const pressed = skeptical_of_early_agreement ? challengers : 0;
  const parties = 1 + challengers;
  const tested = settings.opening === "user" && !settings.rewrite ? 0 : challengers;
  const max = beginning + pressed + max_rounds * (parties + tested) + parties;
  const asked = participants.filter((one) => one.role !== CHALLENGER || called.includes(one));
  return withEvidenceCalls({ min: beginning, max }, settings, asked);
}

/** Which settings the general flags speak of. */
export const FLAGS = {
  maxRounds: "max_rounds",
  blindFirst: "blind_first",
  opening: "opening",
  rewrite: "rewrite",
  available: "available",
  ...EXCHANGE_FLAGS,
  ...EVIDENCE_FLAGS,
} as const;
