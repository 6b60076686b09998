/** How much depends on a part of a document: obligations and risks weigh more than remarks. */
import { isFunctionWord, listComparableWords } from "../../text/comparable-words.ts";
import { isNormativeStance } from "../claims/clause-stance.ts";
import { readDocumentStatements } from "../claims/document-statements.ts";
import type { PointSeverity } from "../comparison-point.ts";
import type { ParsedDocument, TextSpan } from "../document.ts";
import { REQUIREMENT_ID } from "../markdown/requirement-ids.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";

export interface PassageWorth {
  /** Statements that could be wrong. */
  readonly claims: number;
  /** Among them requirements, prohibitions, recommendations. */
  readonly obligations: number;
  /** Figures and dates. */
  readonly values: number;
}

/** Asked for any part of a document, in time that does not depend on the document's length. */
export async function createWorthLookup(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<(span: TextSpan) => PassageWorth> {
  const { claims } = await readDocumentStatements(document, breathe);
  const starts = claims.map(({ at }) => at.start);
  const obligations = computeRunningSums(
    claims.map(({ said }) => (isNormativeStance(said.stance) ? 1 : 0)),
  );
  const values = computeRunningSums(claims.map(({ said }) => said.values.length));
  return ({ start, end }) => {
    const [first, beyond] = [countBefore(starts, start), countBefore(starts, end)];
    const between = (sums: readonly number[]): number => (sums[beyond] ?? 0) - (sums[first] ?? 0);
    return {
      claims: beyond - first,
      obligations: between(obligations),
      values: between(values),
    };
  };
}

const RISKS = new Set(
  (
    "attack audit backup breach compliance disaster downtime failure incident migration mitigation monitoring outage " +
    "privacy recovery risk rollback safety security threat vulnerability"
  ).split(" "),
);

const LONG = 60;
const LONG_UNREAD = 12;

/**
 * High: something must be done, or goes wrong. Medium: something is claimed, or much is said. Low: the rest.
 * Claims are read in English; in another language a figure or a few sentences are enough.
 */
export function ratePassageSeverity(
  text: string,
  title: string,
  worth: PassageWorth,
): PointSeverity {
  const risky = listComparableWords(title).some(
    (word) => RISKS.has(word) || RISKS.has(word.replace(/s$/, "")),
  );
  if (worth.obligations > 0 || REQUIREMENT_ID.test(text) || (risky && worth.claims > 0))
    return "High";
  if (worth.claims > 0 || risky) return "Medium";
  const words = listComparableWords(text.slice(0, LONG * 20));
  const told = isEnglishText(words)
    ? words.length >= LONG
    : words.length >= LONG_UNREAD || /\d/.test(text.replace(/^ {0,3}#.*$/gm, ""));
  return told ? "Medium" : "Low";
}

/** One word in ten is an article, a preposition and the like; mostly it is one in three. */
function isEnglishText(words: readonly string[]): boolean {
  return words.filter(isFunctionWord).length * 10 >= words.length;
}

function computeRunningSums(counts: readonly number[]): number[] {
  const sums = [0];
  for (const count of counts) sums.push((sums.at(-1) ?? 0) + count);
  return sums;
}

/** How many of the ascending numbers are smaller than one. */
function countBefore(rising: readonly number[], number: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
