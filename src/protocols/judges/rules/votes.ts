/** Turns replies into votes. This is the only place where a vote is read, kept or reverted. */
import { type Brief, listQuotableTexts } from "../../../domain/brief.ts";
import { findCauseProblems } from "../../../domain/change-cause.ts";
import { createQuoteChecker } from "../../../domain/evidence.ts";
import type { PositionChange } from "../../../domain/outcome.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type Round, findSpokenTurn } from "../../../domain/round.ts";
import { type Tally, tally } from "../../../domain/tally.ts";
import type { Recommendation, JudgeResponse } from "../replies.ts";
import type { JudgesSettings } from "../settings.ts";
import type { QuestionClassification } from "./classify.ts";

export interface Panel {
  readonly brief: Brief;
  readonly judges: readonly Participant[];
  readonly settings: JudgesSettings;
  readonly kind: QuestionClassification;
}

/** J10-J13: no valid vote leaves the denominator (J31). */
export function firstTally({ settings }: Panel, openings: Round<Recommendation>): Tally {
  const votes = openings.spoken.map(({ by, reply }) => ({ by, option: reply.option }));
  return tally(votes, settings.consensus_threshold);
}

export interface FinalVotes {
  readonly tally: Tally;
  readonly changes: readonly PositionChange[];
}

/** J16-J19: a revised vote counts if its cause is valid; otherwise the judge's first vote counts. */
export function finalVotes(
  panel: Panel,
  openings: Round<Recommendation>,
  responses: Round<JudgeResponse>,
): FinalVotes {
  const changes = responses.spoken.flatMap(({ by, reply }) => {
    const opening = findSpokenTurn(openings, by);
    if (!opening || opening.reply.option === reply.option) return [];
    return [changeOf(panel, openings, { by, from: opening.reply.option, reply })];
  });
  const reverted = new Map(
    changes.filter(({ standing }) => standing === "reverted").map(({ by, from }) => [by, from]),
  );
  const votes = responses.spoken.map(({ by, reply }) => ({
    by,
    option: reverted.get(by) ?? reply.option,
  }));
  return { tally: tally(votes, panel.settings.consensus_threshold), changes };
}

function changeOf(
  { brief, settings }: Panel,
  openings: Round<Recommendation>,
  { by, from, reply }: { by: string; from: string; reply: JudgeResponse },
): PositionChange {
  const cause = reply.changed_because;
  const quotes = createQuoteChecker(listQuotableTexts(brief));
  const problems = findCauseProblems(
    cause && { claims: cause.claims, evidence: cause.evidence.map(quotes) },
    { by, visible: openings.spoken.flatMap(({ claims }) => claims), seenBefore: new Set() },
  );
  const unheld = settings.require_change_documentation ? "reverted" : "unexplained";
  return {
    by,
    round: 2,
    from,
    to: reply.option,
    reason: problems.length === 0 ? (cause?.explanation ?? "") : problems.join("; "),
    causes: problems.length === 0 ? (cause?.claims ?? []) : [],
    standing: problems.length === 0 ? "explained" : unheld,
  };
}
