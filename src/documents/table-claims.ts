/** What a row of a table claims: its first cell is what it is about, the head says which side of it a cell gives. */
import { type Claim, claimIn } from "./claims.ts";
import { CUE, cuesIn } from "./cues.ts";
import type { Sentence } from "./sentences.ts";
import { stem } from "./stem.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { isSpoken } from "./utterance.ts";

/** Heads that name the row's own value and nothing more. */
const PLAIN_HEADS = new Set(
  (
    "amount budget date deadline default duration due end figure goal limit max maximum min minimum number objective requirement setting " +
    "size start target threshold time value when"
  ).split(" "),
);

/** A cell with one figure or date is a value of the row. */
export function cellValues({ cells, head, subject }: Sentence): Claim[] {
  const name = tokensOf(subject);
  if (!isNamed(name)) return [];
  return cells.slice(1).flatMap((cell, index) => {
    const tokens = cell === "" ? [] : tokensOf(cell);
    const values = tokens.filter(({ kind }) => kind === "amount" || kind === "date").length;
    if (values !== 1 || tokens.length > LONGEST_VALUE || isSpoken(tokens)) return [];
    if ((cuesIn(tokens) & CUE.vague) !== 0) return [];
    const claim = claimIn([...name, ...attribute(head[index + 1] ?? ""), ...tokens]);
    // a name out of a program means something else in another section
    return claim === null ? [] : [{ ...claim, local: claim.local || isCode(name) }];
  });
}

const LONGEST_VALUE = 6;
function isNamed(name: readonly Token[]): boolean {
  return name.some(({ kind }) => kind === "word" || kind === "code");
}

function isCode(name: readonly Token[]): boolean {
  return name.every(({ kind }) => kind === "code");
}

function attribute(head: string): Token[] {
  const tokens = tokensOf(head).filter(({ kind }) => kind !== "mark");
  const plain = tokens.every(({ kind, text }) => kind === "word" && PLAIN_HEADS.has(text));
  // "Maximum" and "Deadline" bound the value, the rest only says that there is one
  if (plain) return tokens.filter(({ text }) => /^(?:max|min)/.test(text));
  return tokens.map((token) =>
    token.kind === "word" ? { ...token, text: stem(token.text) } : token,
  );
}
