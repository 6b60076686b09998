import { stemWord } from "../../text/word-stem.ts";
import { readStance, type ClauseStance } from "./clause-stance.ts";
/** What one clause claims: the thing it is about, the stance it takes and the values it gives. */
import { type ClauseLexeme, readLexemes } from "./lexemes.ts";
import type { SentenceToken } from "./sentence-tokens.ts";
import { hasLocalSubject, isSelfContained } from "./standing-alone.ts";
import { readStatedValues, type StatedValue } from "./stated-values.ts";
import { reorderAsActive, isPassiveClause } from "./voice.ts";

export interface ExtractedClaim {
  /** Stems in the order of the clause, without modal verbs, negations and values. */
  readonly stems: readonly string[];
  readonly stance: ClauseStance;
  readonly values: readonly StatedValue[];
  /** The words behind the stems, for people. */
  readonly about: string;
  /** Begins with a noun that means something else in another section: "the option". */
  readonly local: boolean;
}

/** More words than this make a claim of its own kind, that nothing else is held against. */
const MOST_STEMS = 40;

/** Null for a clause that cannot be wrong by itself. */
export function extractClaim(tokens: readonly SentenceToken[]): ExtractedClaim | null {
  const lexemes = readLexemes(tokens).filter(({ word }) => word !== "(" && word !== ")");
  if (!isSelfContained(lexemes)) return null;
  const values = readStatedValues(lexemes);
  const stance = readStance(lexemes);
  if (stance === null) return null;
  const left = lexemes.filter(({ word, spent }) => !spent && !SILENT.has(word));
  const [first] = left;
  if (first === undefined || left.length > MOST_STEMS) return null;
  const spoken = left.map(({ word, token }) => (token.kind === "code" ? word : stemWord(word)));
  return {
    stems: isPassiveClause(lexemes) ? reorderAsActive(spoken) : spoken,
    stance,
    values: isNegativeStance(stance) ? values.flatMap(negateValue) : values,
    about: describeClaimSubject(lexemes, left),
    local: hasLocalSubject(lexemes, first),
  };
}

/** Marks and words that name nothing. */
const SILENT = new Set(
  (
    "a all also am an any are be been being both do does each every has have hence however i is itself its of our " +
    "per so the their then there therefore these this those thus to will your : , = ; ? ~ – — < > ≤ ≥"
  ).split(" "),
);

function isNegativeStance(stance: ClauseStance): boolean {
  return stance === "denied" || stance === "forbidden" || stance === "impossible";
}

/** "Not more than 5" is at most 5; "not 5" says nothing about what it is. */
function negateValue(value: StatedValue): StatedValue[] {
  if (value.bound === "is") return [];
  return [{ ...value, bound: value.bound === "at most" ? "at least" : "at most" }];
}

const UNSPOKEN = new Set(
  "am are be been being do does has have is will , ; : = ? ~ < > ≤ ≥ – —".split(" "),
);

/** From the first to the last word that carries meaning, without modal verbs, negations and values. */
function describeClaimSubject(
  lexemes: readonly ClauseLexeme[],
  left: readonly ClauseLexeme[],
): string {
  const [first, last] = [left[0], left.at(-1)];
  if (first === undefined || last === undefined) return "";
  return lexemes
    .slice(lexemes.indexOf(first), lexemes.indexOf(last) + 1)
    .filter(({ word, spent }) => !spent && !UNSPOKEN.has(word))
    .map(({ word }) => word)
    .join(" ");
}
