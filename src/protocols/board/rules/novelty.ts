/** F27: measures how much of a round was new. Code counts; the gate judges whether that is new information. */
import type { Claim } from "../../../domain/claim.ts";
import { foldText } from "../../../domain/evidence.ts";
import { listWordTriples, countSharedRuns } from "../../../text/novelty.ts";
import type { RoundFigures } from "../prompts/prompt-input.ts";
import { claimsBefore, type BoardHearing } from "./board-debate.ts";
import { changesIn } from "./changes.ts";

export interface RoundSummary {
  readonly figures: RoundFigures;
  readonly new_points: readonly Claim[];
  readonly repeated_points: readonly Claim[];
  readonly open_disagreements: readonly {
    readonly by: string;
    readonly with: string;
    readonly point: string;
  }[];
}

export function summaryOf(hearing: BoardHearing, round: number): RoundSummary {
  const spoken = hearing.rounds[round - 1]?.spoken ?? [];
  const before = claimsBefore(hearing, round);
  const claims = spoken.flatMap((turn) => turn.claims);
  const isNew = noveltyAgainst(before);
  const fresh = claims.filter(isNew);
  const quoted = new Set(before.flatMap(quotesOf));
  const answered = new Set(before.map(({ about }) => about));
  const asClaims = new Set(before.map(({ id }) => id));
  return {
    figures: {
      round,
      voices: spoken.length,
      claims: claims.length,
      new_claims: fresh.length,
      new_quotes: new Set(claims.flatMap(quotesOf).filter((quote) => !quoted.has(quote))).size,
      newly_answered: new Set(
        claims.map(({ about }) => about).filter((id) => asClaims.has(id) && !answered.has(id)),
      ).size,
      changes: changesIn(hearing).filter((change) => change.round === round).length,
      formal_dissents: spoken.filter(({ reply }) => reply.formal_dissent !== null).length,
    },
    new_points: fresh,
    repeated_points: claims.filter((claim) => !fresh.includes(claim)),
    open_disagreements: spoken.flatMap(({ by, reply }) =>
      reply.disagreements.map((one) => ({ by, with: one.with, point: one.point })),
    ),
  };
}

function quotesOf({ evidence }: Claim): string[] {
  return evidence
    .filter(({ verified }) => verified)
    .map(({ source, quote }) => `${source}: ${foldText(quote)}`);
}

/** A claim repeats another if half or more of its runs of three words are in that one claim. */
function noveltyAgainst(before: readonly Claim[]): (claim: Claim) => boolean {
  const known = before.map(({ text }) => listWordTriples(text));
  return ({ text }) => {
    const own = listWordTriples(text);
    return !known.some((earlier) => 2 * countSharedRuns(own, earlier) >= own.size);
  };
}
