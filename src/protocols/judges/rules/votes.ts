/** Turns replies into votes. This is the only place where a vote is read, kept or reverted. */
import { type Brief, listQuotableTexts } from "../../../domain/brief.ts";
import { createQuoteChecker } from "../../../domain/evidence/evidence.ts";
import { formatUncausedChange, isUncausedChange } from "../../../domain/outcome/change-cause.ts";
import type { PositionChange } from "../../../domain/outcome/outcome.ts";
import { type Tally, tally } from "../../../domain/outcome/tally.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type Round, findSpokenTurn, type Spoken } from "../../../domain/round.ts";
import type { Recommendation, JudgeResponse } from "../replies.ts";
import type { JudgesSettings } from "../settings.ts";
import { findChangeProblems } from "./change-duty.ts";
import type { QuestionClassification } from "./classify.ts";
import { tallyAmong } from "./tally-among.ts";

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
  const changes = responses.spoken.flatMap((turn) => {
    const opening = findSpokenTurn(openings, turn.by);
    if (!opening || opening.reply.option === turn.reply.option) return [];
    return [describeChange(panel, openings, { opening, turn })];
  });
  const reverted = new Map(
    changes.filter(({ standing }) => standing === "reverted").map(({ by, from }) => [by, from]),
  );
  const votes = responses.spoken.map(({ by, reply }) => ({
    by,
    option: reverted.get(by) ?? reply.option,
  }));
  const { consensus_threshold } = panel.settings;
  return { tally: tallyAmong(votes, consensus_threshold, openings.spoken.length), changes };
}

interface ChangedTurns {
  readonly opening: Spoken<Recommendation>;
  readonly turn: Spoken<JudgeResponse>;
}

function describeChange(
  panel: Panel,
  openings: Round<Recommendation>,
  { opening, turn }: ChangedTurns,
): PositionChange {
  const { by, reply } = turn;
  const cause = reply.changed_because;
  const isRequired = panel.settings.require_change_documentation;
  // what was left unmet when it was asked for is what the journal holds
  const problems = isRequired
    ? turn.unmet.filter(isUncausedChange).map((unmet) => unmet.slice(PREFIX))
    : recheckCause(panel, openings, { opening, turn });
  const unheld = isRequired ? "reverted" : "unexplained";
  return {
    by,
    round: 2,
    from: opening.reply.option,
    to: reply.option,
    reason: problems.length === 0 ? (cause?.explanation ?? "") : problems.join("; "),
    causes: problems.length === 0 ? (cause?.claims ?? []) : [],
    standing: problems.length === 0 ? "explained" : unheld,
  };
}

const PREFIX = formatUncausedChange("").length;

function recheckCause(
  { brief }: Panel,
  openings: Round<Recommendation>,
  { opening, turn }: ChangedTurns,
): string[] {
  const check = createQuoteChecker(listQuotableTexts(brief));
  return findChangeProblems(turn.reply, {
    by: turn.by,
    before: opening.reply,
    visible: openings.spoken.flatMap(({ claims }) => claims),
    isVerified: (evidence) => check(evidence).verified,
  });
}
