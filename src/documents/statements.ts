/** What a sentence, list item or table row states precisely enough to be wrong: only this can contradict (A10). */
import { type Claim, claimIn } from "./claims.ts";
import type { Token } from "./tokens.ts";
import type { Utterance } from "./utterance.ts";
import { hasVerb } from "./verbs.ts";

/** The claims of one sentence; none where it asks, announces, is vague or only points elsewhere. */
export function claimsIn({ text, tokens, vague, contrary }: Utterance): Claim[] {
  if (vague || contrary || text.endsWith("?") || text.endsWith(":")) return [];
  if (BOILERPLATE.test(text)) return [];
  return clausesOf(tokens).flatMap((clause) => {
    const claim = claimIn(clause);
    return claim !== null && isComplete(claim, clause) ? [claim] : [];
  });
}

const BOILERPLATE = /^(?:copyright\b|\(c\)|©|licen[cs]ed? |all rights reserved)/i;

const CONNECTIVES = new Set("although and because but or since so whereas while".split(" "));
const RELATIVES = new Set(["where", "which", "who", "whose"]);

/** Cut at semicolons, at "…, which …", and at "…, and …" where a verb follows. */
function clausesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  if (!tokens.some(({ text }) => text === "," || text === ";")) return [tokens];
  const clauses: Token[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "mark" && endsClause(token.text, tokens, at)) clauses.push([]);
    else clauses.at(-1)?.push(token);
  }
  return clauses;
}

function endsClause(mark: string, tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (mark === ";") return true;
  if (mark !== "," || next?.kind !== "word") return false;
  return RELATIVES.has(next.text) || (CONNECTIVES.has(next.text) && hasVerb(tokens.slice(at + 2)));
}

/** Names something and says something of it: words that carry meaning, and a verb or a labelled value. */
function isComplete({ stems, values }: Claim, clause: readonly Token[]): boolean {
  const meaning = stems.filter((stem) => stem.length > 1 && !PREPOSITIONS.has(stem)).length;
  const labelled =
    values.length > 0 && clause.some(({ kind, text }) => kind === "mark" && LABEL.has(text));
  if (!labelled && !hasVerb(clause)) return false;
  return meaning >= 2 || (meaning === 1 && values.some(({ dimension }) => dimension !== "count"));
}

const LABEL = new Set([":", "=", "–", "—", "<", ">", "≤", "≥"]);

const PREPOSITIONS = new Set(
  "about after and as at before by for from in into not on or over under until via when with within without".split(
    " ",
  ),
);
