/**
 * H20: joins objections of different challengers that coincide, so that each is answered once. Rather too few than too
 * many: two points in one answer are worse than one point answered twice.
 */
import { foldText } from "../../../domain/evidence/evidence.ts";
import { computeNamingLikeness } from "../../../text/novelty.ts";
import type { JoinedObjection, Objection } from "../prompts/prompt-input.ts";

/** Texts with fewer telling words are like nothing. */
const LEAST_WORDS = 3;

/** Each objection joins the first group that says the same and has nothing yet by its author. */
export function joinObjections(objections: readonly Objection[]): readonly JoinedObjection[] {
  const groups: Objection[][] = [];
  for (const one of objections) {
    const group = groups.find(
      (members) =>
        members.every(({ challenger }) => challenger !== one.challenger) &&
        members.every((member) => areSameObjection(member, one)),
    );
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups.map((members) => ({ id: members[0]?.id ?? "", members }));
}

/** The shares of common words from which on two headlines, or two whole arguments, say the same. */
const SAME_HEADLINE = 0.7;
const SAME_ARGUMENT = 0.6;

export function areSameObjection(one: Objection, other: Objection): boolean {
  if (one.missing !== null || other.missing !== null) return false;
  if (one.parts.length > 0 && other.parts.length > 0) {
    if (!one.parts.some((part) => other.parts.includes(part))) return false;
  }
  if (namesSameWeakness(one, other)) return quotesSamePlace(one, other);
  const headlines = computeNamingLikeness(one.text, other.text, LEAST_WORDS);
  const whole = computeNamingLikeness(
    `${one.text} ${one.detail}`,
    `${other.text} ${other.detail}`,
    LEAST_WORDS,
  );
  return whole >= SAME_ARGUMENT || (headlines >= SAME_HEADLINE && whole >= SAME_HEADLINE / 2);
}

/** The same subject: both say that one conceded weakness is worse than conceded. */
function namesSameWeakness(one: Objection, other: Objection): boolean {
  return one.point !== null && one.point === other.point;
}

/** Each has a verified quote of which one is, or holds, the other's. */
function quotesSamePlace(one: Objection, other: Objection): boolean {
  const [left, right] = [listQuotes(one), listQuotes(other)];
  return left.some((mine) =>
    right.some(
      (theirs) =>
        mine.source === theirs.source &&
        (mine.words.includes(theirs.words) || theirs.words.includes(mine.words)),
    ),
  );
}

/** Shorter quotes occur in too many places. */
const TELLING_QUOTE = 20;

function listQuotes({ evidence }: Objection): { source: string; words: string }[] {
  return evidence
    .filter(({ kind = "quote", verified }) => kind === "quote" && verified)
    .map(({ source, quote }) => ({ source, words: foldText(quote) }))
    .filter(({ words }) => words.length >= TELLING_QUOTE);
}
