/**
 * K19, R15: how strong an outcome is, with the reasons, as a pure function. Its truth table: docs/audit.md.
 */
import type { Confidence, Outcome } from "../../domain/outcome/outcome.ts";
import { countVotes, listCastVotes, type VoteCount, type VoteTallies } from "./vote-tallies.ts";

export const OUTCOME_STRENGTHS = ["none", "weak", "fair", "strong"] as const;
export type OutcomeStrength = (typeof OUTCOME_STRENGTHS)[number];

/** How often decisions of the same strength turned out right, among those that were judged. */
export interface LikeCases {
  readonly count: number;
  readonly of: number;
}

export interface StrengthInput {
  readonly tallies: Pick<VoteTallies, "blind" | "final" | "audited" | "judge">;
  /** K4: the last word of seats that were absent at the end; nothing is stronger because they are gone. */
  readonly absentVotes: readonly (readonly [by: string, option: string])[];
  /** Quoted attacks on the winner that nobody answered. */
  readonly unanswered: number;
  readonly flips: number;
  readonly capitulations: number;
  readonly families: number;
  readonly effectiveVotes: number;
  /** K20: a model, an agent or a person spoke, and not the built-in readers alone. */
  readonly judged: boolean;
  /** Everyone who should have spoken did. */
  readonly whole: boolean;
  /** Null while the debate runs. */
  readonly ending: Outcome["ending"] | null;
  /** Why it is open although the panel agreed. */
  readonly unsettled?: string | undefined;
  /** What the protocol's own rules allow, where there are no votes to count. */
  readonly confidence: Confidence | null;
}

export interface StrengthDecision {
  readonly strength: OutcomeStrength;
  /** The one that decided comes first; all others that kept it from being stronger follow. */
  readonly reasons: readonly string[];
}

const MOST_CAPITULATIONS = 0.3;
const FEWEST_VOTES = 1.3;
const STRONG_VOTES = 1.5;
const STRONG_SHARE = 0.8;

export function decideOutcomeStrength(grounds: StrengthInput): StrengthDecision {
  const none = findReasonForNone(grounds);
  if (none !== null) return { strength: "none", reasons: [none] };
  const isVoted = grounds.tallies.final.cast > 0;
  const weak = isVoted ? listWeakReasons(grounds) : listUnvotedReasons(grounds, "LOW");
  const fair = isVoted ? listFairReasons(grounds) : listUnvotedReasons(grounds, "MEDIUM");
  const reasons = [...weak, ...fair];
  if (reasons.length > 0) return { strength: weak.length > 0 ? "weak" : "fair", reasons };
  return { strength: "strong", reasons: [isVoted ? UNDISPUTED : UNDISPUTED_POSITION] };
}

const LIMITED_BY_RULES = "the protocol's own rules allow no more";
const UNDISPUTED = "every tally agrees, and every quoted attack was answered";
const UNDISPUTED_POSITION = "everyone answered, and no objection is open";

function findReasonForNone({
  judged,
  ending,
  unsettled,
  tallies: { final },
}: StrengthInput): string | null {
  if (!judged) return "no model or person judged this";
  if (ending === "failed") return "too few participants answered";
  if (final.cast > 0 && final.leader === null) return "the final vote is a tie";
  if (ending === "open") return unsettled ?? "the panel did not agree";
  return final.cast === 0 && ending === null ? "no vote was taken" : null;
}

function listWeakReasons({
  tallies: { final, audited },
  absentVotes,
  unanswered,
  flips,
  capitulations,
  effectiveVotes,
}: StrengthInput): string[] {
  const whole = countVotes([...listCastVotes(audited), ...absentVotes]);
  const isNarrow = isNarrowVote(audited);
  const isNarrowWhole =
    absentVotes.length > 0 && (whole.leader !== final.leader || isNarrowVote(whole));
  return [
    ...(audited.leader === null ? ["without unsupported changes the vote is a tie"] : []),
    ...(isNarrow ? ["one vote decides"] : []),
    ...(isNarrowWhole && !isNarrow
      ? ["one vote decides if those who were absent at the end count by their last word"]
      : []),
    ...(audited.leader !== null && final.leader !== audited.leader
      ? ["it depends on changes of mind that nothing supports"]
      : []),
    ...(unanswered > 0
      ? [`${unanswered} quoted ${unanswered === 1 ? "attack" : "attacks"} on it went unanswered`]
      : []),
    ...(capitulations > MOST_CAPITULATIONS * flips
      ? [`nothing supports ${capitulations} of ${flips} changes of mind`]
      : []),
    ...(effectiveVotes < FEWEST_VOTES ? [describePanelWorth(effectiveVotes)] : []),
  ];
}

function isNarrowVote({ leader, cast, margin }: VoteCount): boolean {
  return leader !== null && cast > 1 && margin <= 1 && margin < cast;
}

function listFairReasons(grounds: StrengthInput): string[] {
  const { tallies, effectiveVotes } = grounds;
  const { blind, final, audited, judge } = tallies;
  const won = final.leader === null ? 0 : (final.distribution[final.leader]?.length ?? 0);
  const isSmallPanel = effectiveVotes >= FEWEST_VOTES && effectiveVotes < STRONG_VOTES;
  return [
    ...listPanelReasons(grounds),
    ...(blind.leader !== final.leader || blind.leader !== audited.leader
      ? ["the blind vote chose differently"]
      : []),
    ...(isSmallPanel ? [describePanelWorth(effectiveVotes)] : []),
    ...(won < STRONG_SHARE * final.cast
      ? [`less than ${STRONG_SHARE * 100}% of the votes are for it`]
      : []),
    ...(judge && (!judge.consistent || judge.choice !== final.leader)
      ? ["the judge does not confirm it in both orders"]
      : []),
  ];
}

/** Where nobody votes, the protocol's own rules say how far its ending can be trusted. */
function listUnvotedReasons(grounds: StrengthInput, level: "LOW" | "MEDIUM"): string[] {
  const { confidence } = grounds;
  const isLow = confidence === "LOW" || confidence === "REQUIRES_INPUT";
  if (level === "LOW") return isLow ? [LIMITED_BY_RULES] : [];
  const own = listPanelReasons(grounds);
  const isCapped = confidence === "MEDIUM" && own.length === 0;
  return isCapped ? [LIMITED_BY_RULES] : own;
}

function listPanelReasons({ whole, families }: StrengthInput): string[] {
  return [
    ...(whole ? [] : ["not everyone answered"]),
    ...(families < 2 ? ["all seats run on one model family"] : []),
  ];
}

function describePanelWorth(effectiveVotes: number): string {
  return `the panel counts as about ${effectiveVotes.toFixed(1)} independent ${effectiveVotes.toFixed(1) === "1.0" ? "vote" : "votes"}`;
}
