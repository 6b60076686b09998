/** Each judge's last words and what its vote counts for; dissents are copied from here, never rewritten (K6). */
import { optionOf } from "../../domain/brief.ts";
import type { Change, Dissent } from "../../domain/outcome.ts";
import { type Round, type Spoken, turnOf } from "../../domain/round.ts";
import type { Tally } from "../../domain/tally.ts";
import type { Recommendation, Response } from "./replies.ts";
import type { Panel } from "./votes.ts";

/** A debate whose rounds are over. */
export interface Held {
  readonly panel: Panel;
  readonly openings: Round<Recommendation>;
  readonly responses: Round<Response> | null;
  readonly first: Tally;
  readonly final: Tally;
  readonly changes: readonly Change[];
  /** How many gave a valid vote in the last round. */
  readonly answered: number;
  /** J33: a limit ended round 2, and fewer than two had answered. */
  readonly cutShort: boolean;
}

export interface Case {
  readonly judge: string;
  readonly option: string;
  readonly headline: string;
  /** "(changed from B)", "(round 1 only)". */
  readonly aside: string;
  readonly turn: Spoken<Recommendation | Response>;
}

export function cases({ panel, openings, responses, changes }: Held): Case[] {
  return panel.judges.flatMap(({ id }) => {
    const opening = turnOf(openings, id);
    if (!opening) return [];
    const response = responses ? turnOf(responses, id) : undefined;
    const change = changes.find(({ by }) => by === id);
    const reverted = change?.standing === "reverted";
    const turn = response && !reverted ? response : opening;
    const option = reverted ? change.from : turn.reply.option;
    const moved = change && !reverted ? ` (changed from ${change.from})` : "";
    const early = responses && !response ? " (round 1 only)" : "";
    return [{ judge: id, option, headline: turn.reply.headline, aside: moved + early, turn }];
  });
}

/** K6: everyone who does not hold the choice, in its own words; with no choice, everyone. */
export function dissentsFrom(held: Held, choice: string | null): Dissent[] {
  return cases(held)
    .filter(({ option }) => option !== choice)
    .map(({ judge, option, headline, aside, turn }) => ({
      by: judge,
      holds: option,
      words: headline,
      grounds: turn.claims
        .filter(({ about }) => optionOf(held.panel.brief, about))
        .map(({ id, text }) => ({ id, text })),
      stage: aside.includes("round 1 only") ? "round 1 only" : null,
    }));
}

export function nameOf({ judges }: Panel, id: string): string {
  return judges.find((judge) => judge.id === id)?.name ?? id;
}
