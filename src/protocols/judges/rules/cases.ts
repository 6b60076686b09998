/** K5, K6: what each judge holds in the end, whole: vote, words, conditions and table of one and the same round. */
import { findOption } from "../../../domain/brief.ts";
import type {
  DissentingOpinion,
  OutcomeCondition,
  PositionChange,
} from "../../../domain/outcome/outcome.ts";
import type { Tally } from "../../../domain/outcome/tally.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type Round, type Spoken, findSpokenTurn } from "../../../domain/round.ts";
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
}

export interface JudgeCase {
  readonly judge: Participant;
  readonly option: string;
  readonly headline: string;
  readonly conditions: readonly string[];
  readonly confidence: number;
  /** "(changed from B)", "(round 1 only)". */
  readonly aside: string;
  /** Absent in round 2: shown, and not counted. */
  readonly isEarly: boolean;
  readonly opening: Spoken<Recommendation>;
  /** What was said in round 2, if it counts: after a reverted vote nothing of it does. */
  readonly response: Spoken<JudgeResponse> | null;
}

export function listCases({ panel, openings, responses, changes }: CompletedRounds): JudgeCase[] {
  return panel.judges.flatMap((judge) => {
    const opening = findSpokenTurn(openings, judge.id);
    if (!opening) return [];
    const spoken = responses ? findSpokenTurn(responses, judge.id) : undefined;
    const change = changes.find(({ by }) => by === judge.id);
    const isReverted = change?.standing === "reverted";
    const response = spoken && !isReverted ? spoken : null;
    const { option, headline, conditions, confidence } = (response ?? opening).reply;
    const isEarly = responses !== null && !spoken;
    const aside = isReverted
      ? ` (vote for ${change.to} reverted)`
      : `${change ? ` (changed from ${change.from})` : ""}${isEarly ? " (round 1 only)" : ""}`;
    const held = { option, headline, conditions, confidence };
    return [{ judge, ...held, aside, isEarly, opening, response }];
  });
}

/** "the case in one line (2 conditions) (changed from B)". */
export function formatCaseWords({ headline, conditions, aside }: JudgeCase): string {
  return formatHeldWords(headline, conditions) + aside;
}

/** The conditions themselves are many and long; they stand apart. */
export function formatHeldWords(headline: string, conditions: readonly string[]): string {
  return conditions.length === 0 ? headline : `${headline} (${formatConditionCount(conditions)})`;
}

export function formatConditionCount({ length }: readonly string[]): string {
  return `${length} ${length === 1 ? "condition" : "conditions"}`;
}

/** J8: those of the choice first. */
export function listCaseConditions(
  cases: readonly JudgeCase[],
  choice: string | null,
): OutcomeCondition[] {
  const isBehind = ({ option, isEarly }: JudgeCase): boolean => option === choice && !isEarly;
  return [...cases.filter(isBehind), ...cases.filter((one) => !isBehind(one))].flatMap(
    ({ judge, conditions }) => conditions.map((text) => ({ by: judge.id, text })),
  );
}

/** K6: everyone who did not support the choice, in their own words; without a choice, everyone. */
export function dissentsFrom(held: CompletedRounds, choice: string | null): DissentingOpinion[] {
  return listCases(held)
    .filter(({ option }) => option !== choice)
    .map(({ judge, option, headline, isEarly, opening, response }) => ({
      by: judge.id,
      holds: option,
      words: headline,
      grounds: listGrounds(held, response, opening),
      stage: isEarly ? "round 1 only" : null,
    }));
}

/** Claims of round 1 stand in round 2 as well, unless their judge has withdrawn them. */
function listGrounds(
  { panel }: CompletedRounds,
  response: Spoken<JudgeResponse> | null,
  opening: Spoken<Recommendation>,
): DissentingOpinion["grounds"] {
  const withdrawn = new Set(response?.reply.withdraws);
  return [response, opening].flatMap((turn) =>
    (turn?.claims ?? [])
      .filter(
        ({ id, about, aside }) =>
          aside !== true && findOption(panel.brief, about) && !withdrawn.has(id),
      )
      .map(({ id, text }) => ({ id, text })),
  );
}

export function findJudgeName({ judges }: Panel, id: string): string {
  return judges.find((judge) => judge.id === id)?.name ?? id;
}
