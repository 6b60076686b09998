import { stemWord } from "../../text/word-stem.ts";
import type { DocumentSentence } from "../markdown/document-sentences.ts";
import { CUE_BITS, findCueBits } from "./cue-words.ts";
/** What a row of a table claims: its first cell is what it is about, the head says which side of it a cell gives. */
import { type ExtractedClaim, extractClaim } from "./extract-claim.ts";
import { type SentenceToken, tokenizeSentence } from "./sentence-tokens.ts";
import { isSpokenCell } from "./sentence-utterance.ts";

/** Heads that name the row's own value and nothing more. */
const PLAIN_HEADS = new Set(
  (
    "amount budget date deadline default duration due end figure goal limit max maximum min minimum number objective requirement setting " +
    "size start target threshold time value when"
  ).split(" "),
);

/** A cell with one figure or date is a value of the row. */
export function extractTableClaims({ cells, head, subject }: DocumentSentence): ExtractedClaim[] {
  const name = tokenizeSentence(subject);
  if (!isNamedCell(name)) return [];
  return cells.slice(1).flatMap((cell, index) => {
    const tokens = cell === "" ? [] : tokenizeSentence(cell);
    const values = tokens.filter(({ kind }) => kind === "amount" || kind === "date").length;
    if (values !== 1 || tokens.length > LONGEST_VALUE || isSpokenCell(tokens)) return [];
    if ((findCueBits(tokens) & CUE_BITS.vague) !== 0) return [];
    const claim = extractClaim([...name, ...tokenizeColumnHead(head[index + 1] ?? ""), ...tokens]);
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
