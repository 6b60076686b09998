/** Counts the votes of a round to which some of those who may vote did not come. */
import {
  reachesShare,
  type Tally,
  tally,
  type Vote,
  type VoteShare,
} from "../../../domain/outcome/tally.ts";

/**
 * J31, K4: whoever voted before and is absent now counts for nothing, and stays among all of whom a share is needed.
 * Nothing is unanimous without them.
 */
export function tallyAmong(votes: readonly Vote[], needed: VoteShare, electorate: number): Tally {
  const counted = tally(votes, needed);
  const [first] = Object.entries(counted.distribution);
  const carried =
    counted.carried !== null && first && reachesShare(needed, first[1].length, electorate)
      ? counted.carried
      : null;
  const isWhole = votes.length === electorate;
  const type = carried === null ? "NONE" : isWhole ? counted.type : "MAJORITY";
  return { ...counted, carried, type };
}
