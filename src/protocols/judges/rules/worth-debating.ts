/**
 * J34: whether a second round pays, from the blind round alone. Every reason is one that a vote cannot see by itself, and
 * one in five agreements is debated all the same, because panels are also wrong together.
 */
import type { Tally } from "../../../domain/outcome/tally.ts";
import type { Spoken } from "../../../domain/round.ts";
import type { Floor } from "../../../protocol.ts";
import type { Recommendation } from "../replies.ts";

export interface SecondRoundDecision {
  readonly goOn: boolean;
  /** In words, for the record. */
  readonly why: string;
}

const LOW_CONFIDENCE = 60;

const SAMPLE = 5;

export function decideSecondRound(
  openings: readonly Spoken<Recommendation>[],
  tally: Tally,
  seededOrder: Floor["seededOrder"],
): SecondRoundDecision {
  const { carried } = tally;
  if (carried === null) return goOn("no option carried");
  const voters = tally.distribution[carried] ?? [];
  const others = Object.entries(tally.distribution).filter(([option]) => option !== carried);
  const second = Math.max(0, ...others.map(([, by]) => by.length));
  if (second > 0 && voters.length - second <= 1) return goOn("one vote decides");
  const attacks = listQuotedAttacks(openings, carried);
  if (attacks.length > 0) return goOn(`${attacks.join(", ")} quoted against ${carried}`);
  const behind = openings.filter(({ by }) => voters.includes(by));
  const stated = behind.reduce((sum, { reply }) => sum + reply.confidence, 0) / behind.length;
  if (stated < LOW_CONFIDENCE)
    return goOn(`those for ${carried} are only ${Math.round(stated)} % sure`);
  if (seededOrder("second round", SAMPLE)[0] === 0)
    return goOn("one in five agreements is debated all the same, and this is one");
  return {
    goOn: false,
    why: `stopped after the blind vote: ${voters.length} of ${tally.cast} chose ${carried}, and nothing quoted speaks against it`,
  };
}

function goOn(reason: string): SecondRoundDecision {
  return { goOn: true, why: `went on after the blind vote: ${reason}` };
}

/** Claims against it whose evidence passed the check. */
function listQuotedAttacks(openings: readonly Spoken<Recommendation>[], option: string): string[] {
  return openings.flatMap(({ claims }) =>
    claims
      .filter(({ side, about, aside }) => side === "attacks" && about === option && aside !== true)
      .filter(({ evidence }) => evidence.some(({ verified }) => verified))
      .map(({ id }) => id),
  );
}
