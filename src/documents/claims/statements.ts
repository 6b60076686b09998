/** What a sentence, list item or table row states precisely enough to be wrong: only this can contradict (A10). */
import { type ExtractedClaim, extractClaim } from "./extract-claim.ts";
import type { SentenceToken } from "./sentence-tokens.ts";
import type { SentenceUtterance } from "./sentence-utterance.ts";
import { hasKnownVerb } from "./verbs.ts";

/** The claims of one sentence; none where it asks, announces, is vague or only points elsewhere. */
export function extractSentenceClaims({
  text,
  tokens,
  vague,
  contrary,
}: SentenceUtterance): ExtractedClaim[] {
  if (vague || contrary || text.endsWith("?") || text.endsWith(":")) return [];
  if (BOILERPLATE.test(text)) return [];
  return splitClauses(tokens).flatMap((clause) => {
    const claim = extractClaim(clause);
    return claim !== null && isCompleteClaim(claim, clause) ? [claim] : [];
  });
}

const BOILERPLATE = /^(?:copyright\b|\(c\)|©|licen[cs]ed? |all rights reserved)/i;

const CONNECTIVES = new Set("although and because but or since so whereas while".split(" "));
const RELATIVES = new Set(["where", "which", "who", "whose"]);

/** Cut at semicolons, at "…, which …", and at "…, and …" where a verb follows. */
function splitClauses(tokens: readonly SentenceToken[]): readonly (readonly SentenceToken[])[] {
  if (!tokens.some(({ text }) => text === "," || text === ";")) return [tokens];
  const clauses: SentenceToken[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "mark" && endsClauseAt(token.text, tokens, at)) clauses.push([]);
    else clauses.at(-1)?.push(token);
  }
  return clauses;
}

function endsClauseAt(mark: string, tokens: readonly SentenceToken[], at: number): boolean {
  const next = tokens[at + 1];
  if (mark === ";") return true;
  if (mark !== "," || next?.kind !== "word") return false;
  return (
    RELATIVES.has(next.text) || (CONNECTIVES.has(next.text) && hasKnownVerb(tokens.slice(at + 2)))
  );
}

/** Names something and says something of it: words that carry meaning, and a verb or a labelled value. */
function isCompleteClaim(
  { stems, values }: ExtractedClaim,
  clause: readonly SentenceToken[],
): boolean {
  const meaning = stems.filter((stem) => stem.length > 1 && !PREPOSITIONS.has(stem)).length;
  const labelled =
    values.length > 0 && clause.some(({ kind, text }) => kind === "mark" && LABEL_MARKS.has(text));
  if (!labelled && !hasKnownVerb(clause)) return false;
  return meaning >= 2 || (meaning === 1 && values.some(({ dimension }) => dimension !== "count"));
}

const LABEL_MARKS = new Set([":", "=", "–", "—", "<", ">", "≤", "≥"]);

const PREPOSITIONS = new Set(
  "about after and as at before by for from in into not on or over under until via when with within without".split(
    " ",
  ),
);
