/** R4: finds words that count supporters, if they count participants and not things the debate is about. */
const WHO =
  "us|judges|voices|participants|specialists|challengers|directors|agents|members|peers|seats|colleagues|panel(?:l)?ists|others";
const HOW_MANY = String.raw`(?:the )?(?:vast |clear )?majority|most|all|both|\d+ (?:of|out of) (?:the )?\d+|\d+`;
const HOLDING = "agrees?|holds?|says?|thinks?|recommends?|wants?|favou?rs?|votes?|voted|supports?";

const HEAD_COUNT = new RegExp(
  [
    String.raw`\b(?:${HOW_MANY}) (?:of (?:the )?)?(?:other )?(?:${WHO})\b`,
    String.raw`\b\d+ (?:of|out of) (?:the )?\d+ (?=(?:${HOLDING})\b)`,
    String.raw`\beveryone(?: else)?(?: here| at the table)?(?= (?:${HOLDING})\b)`,
    String.raw`\b(?:the )?(?:consensus|majority)(?= (?:here|of (?:the )?(?:panel|table|board|judges|voices))\b)`,
  ].join("|"),
  "giu",
);

/** The head counts in some words, first to last; a count in the brief itself is none. */
export function findHeadCounts(words: string, brief: string): { at: number; text: string }[] {
  return [...words.matchAll(HEAD_COUNT)]
    .filter(([text]) => !brief.includes(text.toLowerCase().trim()))
    .map(({ 0: text, index: at }) => ({ at, text }));
}
