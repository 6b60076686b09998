/** What a sentence says, in any document: drafts share many sentences, and each is read once. */
import { stemWord } from "../../text/word-stem.ts";
import type { DocumentSentence } from "../markdown/document-sentences.ts";
import { type KeyedClaim, addClaimKeys } from "./claim-keys.ts";
import { CUE_BITS, findCueBits, hasKnownVerb } from "./cue-words.ts";
import { type ExclusiveStatement, findExclusiveStatements } from "./exclusive-statements.ts";
import { type ExtractedClaim, extractClaim } from "./extract-claim.ts";
import { findPlainTemplates, isOtherLanguage } from "./plain-templates.ts";
import { type SentenceToken, tokenizeSentence } from "./sentence-tokens.ts";
import {
  type SentenceUtterance,
  isSpokenCell,
  isUnderNegativeLead,
  listUtterances,
} from "./sentence-utterance.ts";
import { type StatedNeed, findNeeds } from "./stated-needs.ts";
import {
  type ScheduledDate,
  type StepDependency,
  findColumnDates,
  findColumnDependencies,
  findDependencies,
  findScheduledDates,
} from "./step-dependencies.ts";

export interface SentenceStatements {
  readonly claims: readonly KeyedClaim[];
  readonly needs: readonly StatedNeed[];
  readonly dependencies: readonly StepDependency[];
  readonly dates: readonly ScheduledDate[];
  readonly exclusives: readonly ExclusiveStatement[];
}

export type SentenceReader = (sentence: DocumentSentence) => SentenceStatements;

/** For one task; its results are forgotten with it. */
export function createSentenceReader(): SentenceReader {
  const known = new Map<string, SentenceStatements>();
  return (sentence) => {
    const key = formatSentenceKey(sentence);
    const found = known.get(key) ?? readSentence(sentence);
    known.set(key, found);
    return found;
  };
}

function readSentence(sentence: DocumentSentence): SentenceStatements {
  const utterances = listUtterances(sentence);
  const row = sentence.place === "row";
  const told = utterances.flatMap(extractSentenceClaims).map(addClaimKeys);
  const claims = row
    ? [
        ...extractTableClaims(sentence).map(addClaimKeys),
        ...told.map((claim) => ({ ...claim, inCell: true })),
      ]
    : told;
  return {
    claims,
    needs: utterances.flatMap(findNeeds),
    dependencies: [
      ...(row ? findColumnDependencies(sentence) : []),
      ...utterances.flatMap(findDependencies),
    ],
    dates: [...(row ? findColumnDates(sentence) : []), ...utterances.flatMap(findScheduledDates)],
    exclusives: utterances.flatMap((one) => [
      ...findExclusiveStatements(one),
      ...(one.contrary ? [] : findPlainTemplates(one.text)),
    ]),
  };
}

/** Everything that what is said depends on. */
function formatSentenceKey(sentence: DocumentSentence): string {
  const { place, text, cells, head, subject } = sentence;
  if (place === "row") return [subject, ...head, "", ...cells].join("\n");
  return isUnderNegativeLead(sentence) ? `-${text}` : text;
}

// What a sentence, list item or table row states precisely enough to be wrong: only this can contradict (A10).

/** The claims of one sentence; none where it asks, announces, is vague or only points elsewhere. */
function extractSentenceClaims({
  text,
  tokens,
  vague,
  contrary,
}: SentenceUtterance): ExtractedClaim[] {
  if (vague || contrary || text.endsWith("?") || text.endsWith(":")) return [];
  if (LICENCE_BOILERPLATE.test(text) || isOtherLanguage(text)) return [];
  const clauses = splitClauses(tokens);
  const whole = clauses.length === 1 && text.endsWith(".") && tokens.length <= LONGEST_PLAIN;
  return clauses.flatMap((clause, place) => {
    const claim = extractClaim(clause);
    if (claim === null) return [];
    if (!isCompleteClaim(claim, clause))
      return whole && isPlainClaim(claim) ? [{ ...claim, plain: true }] : [];
    // "…, and the exit code is 5" is about what stands before it
    return [place > 0 && clause[0]?.text === "and" ? { ...claim, local: true } : claim];
  });
}

/** How copyright notices and licences begin. */
export const LICENCE_BOILERPLATE = /^(?:copyright\b|\(c\)|©|licen[cs]ed? |all rights reserved)/i;

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

/** A short sentence with a full stop has a verb, known or not. */
const LONGEST_PLAIN = 10;

function isPlainClaim({ stems, values }: ExtractedClaim): boolean {
  return values.length === 0 && countTellingStems(stems) >= 3;
}

function countTellingStems(stems: readonly string[]): number {
  return stems.filter((stem) => stem.length > 1 && !PREPOSITIONS.has(stem)).length;
}

/** Names something and says something of it: words that carry meaning, and a verb or a labelled value. */
function isCompleteClaim(
  { stems, values }: ExtractedClaim,
  clause: readonly SentenceToken[],
): boolean {
  const meaning = countTellingStems(stems);
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

// What a row of a table claims: its first cell is what it is about, the head says which side of it
// a cell gives.

/** Heads that name the row's own value and nothing more. */
const PLAIN_HEADS = new Set(
  (
    "amount budget date deadline default duration due end figure goal limit max maximum min minimum number objective requirement setting " +
    "size start target threshold time value when"
  ).split(" "),
);

/** A cell with one figure or date is a value of the row. */
function extractTableClaims({ cells, head, subject }: DocumentSentence): ExtractedClaim[] {
  const name = tokenizeSentence(subject);
  if (!isNamedCell(name)) return [];
  return cells.slice(1).flatMap((cell, index) => {
    const tokens = cell === "" ? [] : tokenizeSentence(cell);
    const values = tokens.filter(({ kind }) => kind === "amount" || kind === "date").length;
    if (values !== 1 || tokens.length > LONGEST_VALUE || isSpokenCell(tokens)) return [];
    if ((findCueBits(tokens) & CUE_BITS.vague) !== 0) return [];
    const claim = extractClaim([
      ...name,
      ...tokenizeColumnHead(head[index + 1] ?? ""),
      { kind: "mark", text: ":" },
      ...tokens,
    ]);
    // a name out of a program means something else in another section
    return claim === null ? [] : [{ ...claim, local: claim.local || isCodeCell(name) }];
  });
}

const LONGEST_VALUE = 6;
function isNamedCell(name: readonly SentenceToken[]): boolean {
  return name.some(({ kind }) => kind === "word" || kind === "code");
}

function isCodeCell(name: readonly SentenceToken[]): boolean {
  return name.every(({ kind }) => kind === "code");
}

function tokenizeColumnHead(head: string): SentenceToken[] {
  const tokens = tokenizeSentence(head).filter(({ kind }) => kind !== "mark");
  const plain = tokens.every(({ kind, text }) => kind === "word" && PLAIN_HEADS.has(text));
  // "Maximum" and "Deadline" bound the value, the rest only says that there is one
  if (plain) return tokens.filter(({ text }) => /^(?:max|min)/.test(text));
  return tokens.map((token) =>
    token.kind === "word" ? { ...token, text: stemWord(token.text) } : token,
  );
}
