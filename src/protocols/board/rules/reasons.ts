/** K8, F23, F26: whether a reason says something, and whether it is more than a bow to somebody's seat. */
import { countSharedRuns, listWordTriples } from "../../../text/novelty.ts";
import { findHollowness, listNamingWords } from "../../../text/substance.ts";

export interface ReasonContext {
  /** What the reason is about; a copy of it is not a reason. */
  readonly judged?: string;
  /** Other texts that it must not repeat. */
  readonly others?: readonly string[];
  /** Whether agreement is what was asked for. */
  readonly mayAgree?: boolean;
}

/** Why a text gives no reason, in a few words; null if it gives one. */
export function findEmptyReason(
  text: string,
  { judged = "", others = [], mayAgree = true }: ReasonContext = {},
): string | null {
  const hollow = findHollowness(text, { others, mayAgree, rule: { minimumWords: 1 } });
  if (hollow !== null) return hollow;
  if (judged !== "" && isRepetition(text, judged)) return "it repeats what it is about";
  if (defersToAuthority(text)) return "it only points to somebody's seat";
  return countContentWords(text) < FEWEST_CONTENT ? "it does not say why" : null;
}

const REPEATED = 0.8;

function isRepetition(text: string, judged: string): boolean {
  const own = listWordTriples(text);
  return countSharedRuns(own, listWordTriples(judged)) >= REPEATED * own.size;
}

/** "Support doubles; rivals undercut." has three; "+1 from my side, nothing further to add" has none. */
const FEWEST_CONTENT = 3;

function countContentWords(text: string): number {
  return [...listNamingWords(text)].filter((word) => !STOCK.has(word)).length;
}

/** Words of approval and of filling, which say nothing about the matter. */
const STOCK = new Set(
  (
    "1 2 absolutely add agreement ahead all along already also any anything approve back believe case completely " +
    "comment comments convinced correct definitely else endorse entirely everyone everything excellent exactly feel " +
    "feels follow fully further go guess happy he her here him his however indeed just like lgtm makes matter " +
    "mind more much nice now opinion per perfect perfectly persuaded plus rather really reason reasoning reasons " +
    "remains right said say says seems sense she side simply stand still than then there " +
    "these think those totally true truly view what which who why wrong"
  ).split(" "),
);

const SEAT = String.raw`(?:the |our )?(?:ceo|cto|cfo|coo|chair(?:man|woman|person)?|boss|board|expert|lead|architect|director|[a-z]+[ -](?:architect|lead|specialist|strategist|engineer|planner|officer))s?(?:'s|’s)?`;

const APPEALS = [
  String.raw`\b(?:as )?per ${SEAT}(?: [a-z]+)?`,
  String.raw`\b(?:following|according to|in line with|out of respect for|based on|because of|given|on) ${SEAT} (?:guidance|advice|view|opinion|instructions?|word|call|judgement|judgment|direction|recommendation|wish(?:es)?|request|authority|experience)`,
  String.raw`\b(?:(?:as|because|since|if) )?${SEAT} (?:says?|said|knows?(?: best| better)?|thinks?|decided|decides|is right|was right|is the expert|recommends?|wants?|argues?|has spoken|judgement|judgment|word|call|guidance|advice)(?: so)?\b`,
  String.raw`\bi (?:would |will )?(?:defer|trust|bow) (?:to )?(?:the )?\w+`,
  String.raw`\bi (?:follow|go with) the \w+`,
];
const AUTHORITY = new RegExp(APPEALS.join("|"), "gi");

/** F26: take the appeal to a seat away, and no reason is left. */
export function defersToAuthority(reason: string): boolean {
  const rest = reason.replace(AUTHORITY, " ");
  return rest !== reason && countContentWords(rest) < FEWEST_CONTENT;
}

/** F16: two versions that share most of what they name are one. */
export function isSameVersion(left: string, right: string): boolean {
  const [one, two] = [left, right].map((text) => [...listNamingWords(text)]);
  if (!one || !two) return false;
  const known = new Set(two);
  const shared = one.filter((word) => known.has(word)).length;
  const fewer = Math.min(one.length, two.length);
  return fewer === 0 || shared >= REPEATED * fewer;
}
