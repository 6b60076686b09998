/** Risk coverage as rules: what counts as a risk, and whether each has a likelihood, an impact and an answer. */
import type { CriterionRule } from "./criteria.ts";
import { EXTERNAL, FAILURE, IMPACT, LIKELIHOOD, MITIGATION, RECOVERY, WATCH } from "./lexicon.ts";
import type { VariantReading, VariantSentence } from "./reading.ts";
import { telling } from "./weigh.ts";

const RISK = /\brisks?\b/i;
const FEWEST = 3;

/** Rows of a table with a column for risks, and items or sentences under a title that names risks. */
function risksIn({ variant, sentences }: VariantReading): VariantSentence[] {
  const titled = new Set(
    variant.sections.filter(({ title }) => RISK.test(title)).map(({ index }) => index),
  );
  return sentences.filter(({ section, head, quote }) =>
    head.length > 0
      ? head.some((cell) => RISK.test(cell))
      : titled.has(section) || /^\W*risk\b/i.test(quote),
  );
}

function isRated({ head, quote }: VariantSentence): boolean {
  const columns = (pattern: RegExp): boolean => head.some((cell) => pattern.test(cell));
  if (head.length > 0) {
    return columns(/\b(?:likel|probab|chance)/i) && columns(/\b(?:impact|severity|damage|effect)/i);
  }
  return (
    LIKELIHOOD.test(quote) &&
    IMPACT.test(quote) &&
    /\b(?:impact|severity|damage|cost|loss)/i.test(quote)
  );
}

/** A column of answers that is filled, or a word of doing something about it. */
function isAnswered({ head, cells, quote }: VariantSentence): boolean {
  const column = head.findIndex((cell) =>
    /\b(?:mitigat|answer|response|what we do|action|plan|measure|counter)/i.test(cell),
  );
  if (column !== -1) return (cells[column] ?? "").trim().length > 2;
  return MITIGATION.test(quote);
}

const rated: CriterionRule = ({ reading }) => {
  const risks = risksIn(reading).filter(isRated);
  const claim = `${risks.length} risks have a likelihood and an impact, ${FEWEST} are needed`;
  return { met: risks.length >= FEWEST, quote: telling(risks)?.quote ?? null, claim };
};

const mitigated: CriterionRule = ({ reading }) => {
  const risks = risksIn(reading);
  const bare = risks.filter((risk) => !isAnswered(risk));
  const met = risks.length > 0 && bare.length === 0;
  const claim =
    risks.length === 0
      ? "no risk is named"
      : `${risks.length - bare.length} of ${risks.length} risks have an answer`;
  return { met, quote: telling(met ? risks : bare)?.quote ?? null, claim };
};

const recoverable: CriterionRule = ({ reading }) => {
  const ways = reading.sentences.filter(({ quote }) => RECOVERY.test(quote));
  const failing = reading.sentences.some(({ quote }) => FAILURE.test(quote));
  const met = ways.length > 0 && failing;
  const claim = met
    ? "a failure and the way back from it are described"
    : "no failure with a way back from it is described";
  return { met, quote: telling(ways)?.quote ?? null, claim };
};

const external: CriterionRule = ({ reading }) => {
  const found = reading.sentences.filter(
    ({ quote }) => EXTERNAL.test(quote) && FAILURE.test(quote),
  );
  const claim =
    found.length > 0
      ? "a failure of something outside is considered"
      : "no failure of anything outside is considered";
  return { met: found.length > 0, quote: telling(found)?.quote ?? null, claim };
};

/** A signal that is watched, not any check: it has a figure or a name. */
const watched: CriterionRule = ({ reading }) => {
  const found = reading.sentences.filter(
    ({ quote, head, counts }) =>
      (WATCH.test(quote) || head.some((cell) => WATCH.test(cell))) &&
      counts.figures + counts.named > 0,
  );
  const claim =
    found.length > 0
      ? "a signal is watched or a result checked"
      : "nothing says what is watched or checked";
  return { met: found.length > 0, quote: telling(found)?.quote ?? null, claim };
};

export const riskRules: Readonly<Record<string, CriterionRule>> = {
  "risk-1": rated,
  "risk-2": mitigated,
  "risk-3": recoverable,
  "risk-4": external,
  "risk-5": watched,
};
