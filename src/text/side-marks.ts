/** The words and signs by which writers mark what speaks for something and what speaks against it. */

export type MarkedSide = "for" | "against";
/** "both" is a heading such as "Pros and cons": only signs and labels below it tell the side. */
export type MarkedScope = MarkedSide | "both" | null;

const FOR =
  "pros?|advantages?|benefits?|strengths?|upsides?|positives?|positive consequences?|arguments? for";
const AGAINST =
  "cons?|disadvantages?|drawbacks?|risks?|downsides?|weakness(?:es)?|negatives?|negative consequences?|" +
  "arguments? against|concerns?|objections?|limitations?|caveats?";
const SPOKEN_FOR =
  "(?:what|which points?) (?:speaks?|counts?) for (?:it|this|that)|in favou?r(?: of (?:it|this))?";
const SPOKEN_AGAINST = "(?:what|which points?) (?:speaks?|counts?) against (?:it|this|that)";
const KIND =
  "(?:(?:the|our|main|biggest|key|major|known|open|potential|possible|other|technical|business|security|" +
  "operational|primary|significant|expected)\\s+)*";
const EITHER = `(?<for>${FOR}|${SPOKEN_FOR})|(?<against>${AGAINST}|${SPOKEN_AGAINST})`;
const NEITHER = "mitigations?|countermeasures?|responses?|neutral|owner|likelihood|impact";
const AND_MORE = /^(?:\s*(?:,|and|&|\/|\+)\s*[\p{L}-]+){0,3}(?=$|\s)/iu;
const ANSWER = /mitigat|countermeasure|response/i;
const MARK = new RegExp(`^${KIND}(?:${EITHER})(?![\\p{L}-])(?:\\s+#?\\d+)?(?<rest>.*)$`, "isu");
const LABEL = new RegExp(
  `^(?:\\*\\*|__)?${KIND}(?:${EITHER}|${NEITHER})(?:\\s+#?\\d+)?(?:\\*\\*|__)?\\s*:(?:\\*\\*|__)?\\s*`,
  "iu",
);
const NEXT_LABEL = new RegExp(
  `(?:(?<=[.;!?])|(?=\\s(?:\\*\\*|__)))\\s+(?=(?:\\*\\*|__)?(?:${FOR}|${AGAINST}|${NEITHER})(?:\\*\\*|__)?\\s*:)`,
  "giu",
);
const REASON = /^(?:\*\*|__)?(?:(good)|(bad)|neutral)(?:\*\*|__)?,?\s+because\b/i;
const BOTH =
  /^(?:pros?\s*(?:and|&|\/|,|vs\.?)\s*cons?|(?:dis)?advantages\s*(?:and|&|\/)\s*(?:dis)?advantages)\b/i;
const EMPTY_REMARK =
  /^(?:none|n\/?a|nothing|nil|tbd|todo|unknown|very low|(?:low|medium|moderate|high)(?:[-/ ](?:low|medium|moderate|high))?|critical|\d+%?|[-–—.…?{}[\] ]*)[.!]?$/i;
export const SIDE_SIGNS: readonly (readonly [RegExp, MarkedSide])[] = [
  [/^(?:\(\+\)|\[\+\]|➕|✅|👍|✔️?)\s*/u, "for"],
  [/^(?:\(-\)|\[-\]|\(–\)|➖|❌|👎|✖️?)\s*/u, "against"],
];

/** The side that a heading, a cell or a line of its own announces, and the words after it. */
export function readSideTitle(title: string): { scope: MarkedScope; rest: string } | null {
  const words = title
    .replace(/[*_`]/g, "")
    .replace(/[\s:.]+$/, "")
    .replace(/^[\d.]+\)?\s+/, "");
  if (BOTH.test(words)) return { scope: "both", rest: words.replace(BOTH, "") };
  if (new RegExp(`^(?:${NEITHER})$`, "iu").test(words)) return { scope: null, rest: "" };
  const { groups } = MARK.exec(words) ?? {};
  if (!groups) return null;
  const [more = ""] = AND_MORE.exec(groups["rest"] ?? "") ?? [];
  const rest = (groups["rest"] ?? "").slice(more.length);
  // "Risk appetite" and "Benefits administration" announce something else
  if (rest !== "" && !/^\s*(?:\(|[-–—:]\s|(?:of|for|with|to)\s)/i.test(rest)) return null;
  // below "Risks and mitigations" a paragraph may be either
  if (ANSWER.test(more)) return { scope: "both", rest };
  return { scope: groups["for"] === undefined ? "against" : "for", rest };
}

/** "Good, because …" and "Bad, because …"; null for any other words. */
export function readSideReason(words: string): { scope: MarkedScope } | null {
  const found = REASON.exec(words);
  return found && { scope: found[1] ? "for" : found[2] ? "against" : null };
}

/** The parts of "Advantage: … Risk: …" with the side each label gives; without a label, one part. */
export function splitSideLabels(
  words: string,
): readonly { readonly labelled: boolean; readonly scope: MarkedScope; readonly words: string }[] {
  return words.split(NEXT_LABEL).map((part) => {
    const label = LABEL.exec(part);
    if (!label) return { labelled: false, scope: null, words: part };
    const { groups } = label;
    const scope = groups?.["for"] ? "for" : groups?.["against"] ? "against" : null;
    return { labelled: true, scope, words: part.slice(label[0].length) };
  });
}

/** "Risk: low" rates, and "Risks: none" says nothing. */
export function isEmptyRemark(words: string): boolean {
  return EMPTY_REMARK.test(words);
}
