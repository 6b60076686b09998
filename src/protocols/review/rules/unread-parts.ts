/** L1, L11: parts that too few reviewers read. The others are still reviewed, and the change is approved by nobody. */
import { type PartReview, type Review } from "./table.ts";

/** Numbers of the parts that fewer than `least_reviewers` read, and of those that were not reached. */
export function listUnreadParts({ reviewed, parts, settings }: Review): number[] {
  return parts
    .map(({ number }) => number)
    .filter((number) => {
      const one = reviewed.find(({ part }) => part.number === number);
      return one === undefined || isShort(one, settings);
    });
}

/** Whether a review says nothing of the whole: nothing of it was read, or it is to end at the first such part. */
export function findAbortingPart(review: Review): number | null {
  const [first] = listUnreadParts(review);
  if (first === undefined) return null;
  const isNothingRead = listUnreadParts(review).length === review.parts.length;
  return isNothingRead || review.settings.unread_parts === "end" ? first : null;
}

/** After two such parts in a row, the next ones would fare no better. */
export function isReviewOver({ reviewed, settings }: Review): boolean {
  const short = reviewed.slice(-2).map((one) => isShort(one, settings));
  if (short.at(-1) !== true) return false;
  return settings.unread_parts === "end" || (short.length === 2 && short[0] === true);
}

function isShort(
  { findings }: PartReview,
  { least_reviewers: least }: Review["settings"],
): boolean {
  return findings.spoken.length < least;
}
