/** K6: each judge's last words and the weight of its vote; dissents are copied from here, never rewritten. */
import { findOption } from "../../../domain/brief.ts";
import type { PositionChange, DissentingOpinion } from "../../../domain/outcome.ts";
import { type Round, type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import type { Tally } from "../../../domain/tally.ts";
import type { Recommendation, JudgeResponse } from "../replies.ts";
import type { Panel } from "./votes.ts";

/** A debate whose rounds are over. */
export interface CompletedRounds {
  readonly panel: Panel;
  readonly openings: Round<Recommendation>;
  readonly responses: Round<JudgeResponse> | null;
  readonly first: Tally;
  readonly final: Tally;
  readonly changes: readonly PositionChange[];
  /** How many gave a valid vote in the last round. */
  readonly answered: number;
  /** J33: a limit ended round 2, and fewer than two had answered. */
  readonly cutShort: boolean;
}

export interface JudgeCase {
  readonly judge: string;
  readonly option: string;
  readonly headline: string;
  /** "(changed from B)", "(round 1 only)". */
  readonly aside: string;
  readonly turn: Spoken<Recommendation | JudgeResponse>;
}

export function cases({ panel, openings, responses, changes }: CompletedRounds): JudgeCase[] {
  return panel.judges.flatMap(({ id }) => {
    const opening = findSpokenTurn(openings, id);
    if (!opening) return [];
    const response = responses ? findSpokenTurn(responses, id) : undefined;
    const change = changes.find(({ by }) => by === id);
    const reverted = change?.standing === "reverted";
    const turn = response && !reverted ? response : opening;
    const option = reverted ? change.from : turn.reply.option;
    const moved = change && !reverted ? ` (changed from ${change.from})` : "";
    const early = responses && !response ? " (round 1 only)" : "";
    return [{ judge: id, option, headline: turn.reply.headline, aside: moved + early, turn }];
  });
}

/** K6: everyone who did not support the choice, in their own words; without a choice, everyone. */
export function dissentsFrom(held: CompletedRounds, choice: string | null): DissentingOpinion[] {
  return cases(held)
    .filter(({ option }) => option !== choice)
    .map(({ judge, option, headline, aside, turn }) => ({
      by: judge,
      holds: option,
      words: headline,
      grounds: turn.claims
        .filter(({ about }) => findOption(held.panel.brief, about))
        .map(({ id, text }) => ({ id, text })),
      stage: aside.includes("round 1 only") ? "round 1 only" : null,
    }));
}

export function nameOf({ judges }: Panel, id: string): string {
  return judges.find((judge) => judge.id === id)?.name ?? id;
}
