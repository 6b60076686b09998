/**
 * R15: labels an outcome, as a pure function that also returns the rule that decided. Its truth table: docs/audit.md.
 */
import type { VoteTallies } from "./vote-tallies.ts";

export const STRENGTH_LABELS = ["CONTESTED", "LOW", "MODERATE", "STRONG"] as const;
export type StrengthLabel = (typeof STRENGTH_LABELS)[number];

/** How often decisions with the same label turned out right, among those that were judged. */
export interface LikeCases {
  readonly count: number;
  readonly of: number;
}

export interface LabelInput {
  readonly tallies: Pick<VoteTallies, "blind" | "final" | "audited" | "judge">;
  /** Proven attacks on the winner that nobody answered. */
  readonly unanswered: number;
  readonly flips: number;
  readonly capitulations: number;
  readonly families: number;
  readonly effectiveVotes: number;
  /** K20: a model, an agent or a person spoke, and not the built-in readers alone. */
  readonly judged: boolean;
  /** Everyone who should have spoken did. */
  readonly whole: boolean;
}

export interface LabelDecision {
  readonly label: StrengthLabel | null;
  /** The rule that decided, in words. */
  readonly rule: string;
  /** Every rule that would have kept it from STRONG. */
  readonly caps: readonly string[];
}

const MOST_CAPITULATIONS = 0.3;
const FEWEST_VOTES = 1.3;
const STRONG_VOTES = 1.5;
const STRONG_SHARE = 0.8;

export function decideStrengthLabel(grounds: LabelInput): LabelDecision {
  const { tallies, judged } = grounds;
  if (!judged) return { label: null, rule: "no model or person judged this", caps: [] };
  if (tallies.final.cast === 0) return { label: null, rule: "no vote was taken", caps: [] };
  const contested = listContestedReasons(grounds);
  const low = listLowReasons(grounds);
  const short = listReasonsAgainstStrong(grounds);
  const caps = [...contested, ...low, ...short];
  const [rule] = caps;
  if (rule === undefined) {
    return { label: "STRONG", rule: "every tally agrees, and nothing stands against it", caps };
  }
  const label = contested.length > 0 ? "CONTESTED" : low.length > 0 ? "LOW" : "MODERATE";
  return { label, rule, caps };
}

function listContestedReasons({ tallies: { blind, final, audited } }: LabelInput): string[] {
  return [
    ...(final.leader === null ? ["the final vote is a tie"] : []),
    ...(audited.leader === null ? ["without unsupported changes the vote is a tie"] : []),
    ...(blind.cast > 1 && blind.leader === null && blind.margin === 0 && final.leader === null
      ? ["the blind vote is a tie"]
      : []),
    ...(audited.leader !== null &&
    audited.cast > 1 &&
    audited.margin <= 1 &&
    audited.margin < audited.cast
      ? ["one vote decides"]
      : []),
    ...(final.leader !== audited.leader ? ["it rests on changes that nothing supports"] : []),
  ];
}

function listLowReasons({
  unanswered,
  flips,
  capitulations,
  effectiveVotes,
}: LabelInput): string[] {
  return [
    ...(unanswered > 0
      ? [`${unanswered} proven ${unanswered === 1 ? "attack" : "attacks"} on it went unanswered`]
      : []),
    ...(capitulations > MOST_CAPITULATIONS * flips
      ? [`${capitulations} of ${flips} changes of mind rest on nothing`]
      : []),
    ...(effectiveVotes < FEWEST_VOTES
      ? [
          `the panel is worth ${effectiveVotes.toFixed(2)} independent votes, fewer than ${FEWEST_VOTES}`,
        ]
      : []),
  ];
}

function listReasonsAgainstStrong(grounds: LabelInput): string[] {
  const { tallies, families, effectiveVotes, whole } = grounds;
  const { blind, final, audited, judge } = tallies;
  const won = final.leader === null ? 0 : (final.distribution[final.leader]?.length ?? 0);
  return [
    ...(whole ? [] : ["not everyone was heard"]),
    ...(blind.leader !== final.leader || blind.leader !== audited.leader
      ? ["the blind vote said otherwise"]
      : []),
    ...(families < 2 ? ["every voice is of one model family"] : []),
    ...(effectiveVotes < STRONG_VOTES
      ? [
          `the panel is worth ${effectiveVotes.toFixed(2)} independent votes, fewer than ${STRONG_VOTES}`,
        ]
      : []),
    ...(won < STRONG_SHARE * final.cast
      ? [`fewer than ${STRONG_SHARE * 100} of 100 votes are for it`]
      : []),
    ...(judge && (!judge.consistent || judge.choice !== final.leader)
      ? ["the judge does not confirm it in both orders"]
      : []),
  ];
}
