/** K2: counts votes exactly. A share is a fraction of integers, never a rounded decimal. */

export interface VoteShare {
  readonly needed: number;
  readonly of: number;
}

export interface Vote {
  readonly by: string;
  readonly option: string;
}

export interface Tally {
  readonly votes: readonly Vote[];
  readonly cast: number;
  readonly needed: VoteShare;
  /** Option id to its voters; most votes first, then by option id, but for ids that are figures: those come first. */
  readonly distribution: Readonly<Record<string, readonly string[]>>;
  /** The option whose votes reach the share. */
  readonly carried: string | null;
  readonly type: "UNANIMOUS" | "MAJORITY" | "NONE";
}

export const TWO_THIRDS: VoteShare = { needed: 2, of: 3 };

export function reachesShare(share: VoteShare, votes: number, cast: number): boolean {
  return cast > 0 && votes * share.of >= cast * share.needed;
}

/** How many of `cast` votes carry. */
export function countVotesNeeded(share: VoteShare, cast: number): number {
  return Math.ceil((cast * share.needed) / share.of);
}

export function tally(votes: readonly Vote[], needed: VoteShare): Tally {
  const voters = new Map<string, string[]>();
  for (const { by, option } of votes) voters.set(option, [...(voters.get(option) ?? []), by]);
  const ranked = [...voters].sort(
    ([a, forA], [b, forB]) => forB.length - forA.length || (a < b ? -1 : 1),
  );
  const [first, second] = ranked;
  const leads = first !== undefined && first[1].length > (second?.[1].length ?? 0);
  const carried = leads && reachesShare(needed, first[1].length, votes.length) ? first[0] : null;
  return {
    votes,
    cast: votes.length,
    needed,
    distribution: Object.fromEntries(ranked),
    carried,
    type: carried === null ? "NONE" : ranked.length === 1 ? "UNANIMOUS" : "MAJORITY",
  };
}

/** Panels have at most ten voices, so a decimal means the nearest fraction they can form. */
const LARGEST_DENOMINATOR = 10;

/**
 * Parses "2/3", "67%", "0.67" or 0.67; undefined for anything else. 0.67 of three votes would be more than two of them,
 * so a decimal that no small panel can meet exactly means the simplest fraction that rounds to it.
 */
export function parseShare(text: string | number): VoteShare | undefined {
  const fraction = /^\s*(\d{1,7})\s*\/\s*(\d{1,7})\s*$/.exec(String(text));
  if (fraction) return requireMajorityShare(reduceShare(Number(fraction[1]), Number(fraction[2])));
  const percent = /^\s*(\d{1,3})\s*%\s*$/.exec(String(text));
  if (percent) return parseShare((Number(percent[1]) / 100).toFixed(2));
  const decimal = /^\s*(0?\.\d{1,6}|1(?:\.0{1,6})?|0)\s*$/.exec(String(text));
  if (!decimal?.[1]) return undefined;
  const digits = decimal[1].split(".")[1] ?? "";
  const exact = reduceShare(
    Math.round(Number(decimal[1]) * 10 ** digits.length),
    10 ** digits.length,
  );
  if (exact.of <= LARGEST_DENOMINATOR) return requireMajorityShare(exact);
  for (let of = 2; of <= LARGEST_DENOMINATOR; of++) {
    const needed = Math.round(Number(decimal[1]) * of);
    if ((needed / of).toFixed(digits.length) === Number(decimal[1]).toFixed(digits.length)) {
      return requireMajorityShare(reduceShare(needed, of));
    }
  }
  return requireMajorityShare(exact);
}

export function formatVoteShare({ needed, of }: VoteShare): string {
  return `${needed}/${of}`;
}

/** At half or less, two options could carry at once. */
function requireMajorityShare(share: VoteShare): VoteShare | undefined {
  return share.needed * 2 > share.of && share.needed <= share.of ? share : undefined;
}

function reduceShare(needed: number, of: number): VoteShare {
  const divisor = greatestCommonDivisor(needed, of);
  return divisor === 0 ? { needed, of } : { needed: needed / divisor, of: of / divisor };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
