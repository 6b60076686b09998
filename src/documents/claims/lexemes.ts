/** The words of a clause, prepared for a claim: contractions expanded, labels kept with their numbers. */
import { COUNT_UNIT } from "./amounts.ts";
import type { SentenceToken } from "./sentence-tokens.ts";

export interface ClauseLexeme {
  readonly token: SentenceToken;
  /** In lower case; a mark is itself, a figure or date is "#". A word with an opposite may become that. */
  word: string;
  /** A figure that is part of a name: "phase 2". */
  readonly labelled: boolean;
  /** Set when something has read it: what is left unspent names what the clause is about. */
  spent: boolean;
}

export function readLexemes(tokens: readonly SentenceToken[]): ClauseLexeme[] {
  const lexemes: ClauseLexeme[] = [];
  for (const token of tokens) {
    if (token.kind === "amount" || token.kind === "date") {
      const before = lexemes.at(-1);
      const labelled =
        before !== undefined && token.kind === "amount" && isNumberedName(before, token);
      lexemes.push({ token, word: labelled ? token.text : "#", labelled, spent: false });
    } else {
      // "team A" is not "a team"
      const letter = token.kind === "word" && /^[A-Z]$/.test(token.raw) && lexemes.length > 0;
      for (const word of letter ? [token.raw] : expandContraction(token)) {
        lexemes.push({ token, word, labelled: false, spent: false });
      }
    }
  }
  return lexemes;
}

/** "Section 2", "TLS 1.2", "Node.js 20": the number is part of a name. */
function isNumberedName(
  { word, token }: ClauseLexeme,
  { amount, text: figure }: Extract<SentenceToken, { kind: "amount" }>,
): boolean {
  if (isNumberedLabel(word)) return true;
  if (amount.dimension !== COUNT_UNIT.dimension || token.kind !== "word") return false;
  if (NUMBERED_THINGS.has(word)) return true;
  return PRODUCT.test(token.raw) || (/^\p{Lu}{2,}$/u.test(token.raw) && figure.includes("."));
}

/** A capital or a full stop inside. */
const PRODUCT = /\p{Ll}\p{Lu}|\p{L}\.\p{L}/u;

/** Words whose number is a name and no quantity. */
const LABELS = new Set(
  (
    "adr alternative annex appendix article bug candidate case chapter class clause column day draft ecmascript es " +
    "epic equation example exhibit fig figure footnote group http https issue item iso iteration layer level line " +
    "listing milestone node note number option page paragraph part phase pr priority problem python question release " +
    "requirement rfc risk round row rule scenario section series sprint stage step stream story table task team " +
    "ticket tier track type utf variant version volume wave week workstream"
  ).split(" "),
);

/** One of several like things: "pod 1 runs on node 2", but "disk 20 GB". */
const NUMBERED_THINGS = new Set(
  (
    "account block branch bucket chunk client container core device disk host instance job machine partition pod " +
    "process replica server shard site slot tenant thread user vm worker zone"
  ).split(" "),
);

/** "Section", "phase": what follows is its number. */
export function isNumberedLabel(word: string): boolean {
  return LABELS.has(word);
}

function expandContraction({ kind, text }: SentenceToken): readonly string[] {
  if (kind !== "word") return [text];
  const known = CONTRACTIONS.get(text);
  if (known !== undefined) return known;
  if (text.endsWith("n't")) return [text.slice(0, -3), "not"];
  if (text.endsWith("'s")) return [text.slice(0, -2)];
  return [text];
}

const CONTRACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["cannot", ["can", "not"]],
  ["can't", ["can", "not"]],
  ["won't", ["will", "not"]],
  ["shan't", ["shall", "not"]],
  ["it's", ["it", "is"]],
  ["that's", ["that", "is"]],
]);
