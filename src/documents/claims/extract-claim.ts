/** Extracts what one clause claims: its subject, its stance and its values. */
import { stemWord, stemWordList } from "../../text/word-stem.ts";
import { type ClauseStance, readStance } from "./clause-stance.ts";
import { isKnownVerb } from "./cue-words.ts";
import { type ClauseLexeme, readLexemes } from "./lexemes.ts";
import { ONE_THING, type SentenceToken } from "./sentence-tokens.ts";
import { type StatedValue, readStatedValues } from "./stated-values.ts";

export interface ExtractedClaim {
  /** Stems in the order of the clause, without modal verbs, negations and values. */
  readonly stems: readonly string[];
  readonly stance: ClauseStance;
  readonly values: readonly StatedValue[];
  /** The words behind the stems, for people. */
  readonly about: string;
  /** Begins with a noun that means something else in another section: "the option". */
  readonly local: boolean;
  /** Says that its value is enough, or still acceptable. */
  readonly suffices: boolean;
  /** Said by a word with an opposite: "is switched off", "is disabled". */
  readonly opposite: boolean;
  /** Says when something happens, so that its figures are thresholds. */
  readonly triggered: boolean;
  /** Without a known verb: enough to be denied, not enough to count as a claim. */
  readonly plain?: boolean;
  /** Said in a cell of a table, about its row. */
  readonly inCell?: boolean;
}

/** More words than this make a claim that is compared with nothing. */
const MOST_STEMS = 40;

/** Null for a clause that cannot be wrong by itself. */
export function extractClaim(tokens: readonly SentenceToken[]): ExtractedClaim | null {
  const lexemes = moveDefaultBack(
    readLexemes(countSingleThings(tokens)).filter(({ word }) => word !== "(" && word !== ")"),
  );
  if (!isSelfContained(lexemes)) return null;
  const values = readStatedValues(lexemes);
  const denies = lexemes.some(({ word }) => DENYING.has(word));
  const stance = readStance(lexemes);
  if (stance === null) return null;
  const left = lexemes.filter(({ word, spent }) => !spent && !SILENT.has(word));
  const [first] = left;
  if (first === undefined || left.length > MOST_STEMS) return null;
  const spoken = left.map(({ word, token }) => (token.kind === "code" ? word : stemWord(word)));
  return {
    stems: isPassiveClause(lexemes) ? reorderAsActive(spoken) : spoken,
    stance,
    values: isNegativeStance(stance) && denies ? values.flatMap(negateValue) : values,
    opposite: isNegativeStance(stance) && !denies,
    triggered: lexemes.some(({ word }) => TRIGGERS.has(word)),
    about: describeClaimSubject(lexemes, left),
    local: hasLocalSubject(lexemes, first),
    suffices: lexemes.some(({ word }) => SUFFICING.has(word)),
  };
}

const DENYING = new Set([
  "not",
  "never",
  "no",
  "cannot",
  "neither",
  "nor",
  "forbidden",
  "prohibited",
]);
const TRIGGERS = new Set(["when", "whenever", "once", "if"]);

/** "By default, caching is on" says what "Caching is on by default" says. */
function moveDefaultBack(lexemes: ClauseLexeme[]): ClauseLexeme[] {
  const [by, preset, comma, ...rest] = lexemes;
  if (by?.word !== "by" || preset?.word !== "default" || comma === undefined) return lexemes;
  return [...(comma.word === "," ? rest : [comma, ...rest]), by, preset];
}

/** "One approval is enough": elsewhere "one" is as often a pronoun. */
function countSingleThings(tokens: readonly SentenceToken[]): readonly SentenceToken[] {
  if (!tokens.some(({ text }) => SUFFICING.has(text))) return tokens;
  return tokens.map((token) =>
    token.kind === "word" && /^(?:one|single)$/.test(token.text) ? ONE_THING : token,
  );
}

/** "350 ms is acceptable", "a single approval is enough". */
const SUFFICING = new Set([
  "acceptable",
  "enough",
  "suffice",
  "suffices",
  "tolerable",
  "tolerated",
]);

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

/** "Not more than 5" is at most 5; "not 5", and when something is not so, say nothing about what it is. */
function negateValue(value: StatedValue): StatedValue[] {
  if (value.bound === "is" || value.kind === "date") return [];
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

// Passive sentences in the order of active ones: "logs are kept by the server" as "server keeps logs".

const AUXILIARIES = new Set(["is", "are", "be", "been", "being"]);
const PARTICIPLE = /(?:ed|en|ept|ilt|ent|one|ade|un)$/;
const PLACES = new Set([
  "at",
  "during",
  "for",
  "from",
  "in",
  "on",
  "via",
  "when",
  "with",
  "within",
]);

/** "… is stored by …", with one "by". */
export function isPassiveClause(lexemes: readonly ClauseLexeme[]): boolean {
  const by = lexemes.findIndex(({ word }) => word === "by");
  if (by < 2 || !PARTICIPLE.test(lexemes[by - 1]?.word ?? "")) return false;
  const auxiliary = lexemes.slice(0, by - 1).some(({ word }) => AUXILIARIES.has(word));
  return auxiliary && !lexemes.slice(by + 1).some(({ word }) => word === "by");
}

/** "Log, keep, by, server, for, day" becomes "server, keep, log, for, day". */
export function reorderAsActive(stems: readonly string[]): readonly string[] {
  const by = stems.indexOf("by");
  if (by < 2) return stems;
  const beyond = stems.slice(by + 1);
  const place = beyond.findIndex((stem) => PLACES.has(stem));
  const doer = place === -1 ? beyond : beyond.slice(0, place);
  const rest = place === -1 ? [] : beyond.slice(place);
  return [...doer, ...stems.slice(by - 1, by), ...stems.slice(0, by - 1), ...rest];
}

// Whether a clause says by itself what it is about, and whether that is so everywhere and at all
// times.

/** False if it refers elsewhere, describes a change or an example, or was true only in the past. */
function isSelfContained(lexemes: readonly ClauseLexeme[]): boolean {
  const first = lexemes.find(({ word }) => !OPENERS.has(word));
  if (first === undefined || POINTERS.has(first.word) || ENTRY.test(first.word)) return false;
  if (SUPPOSING.has(first.word)) return false;
  const next = lexemes[lexemes.indexOf(first) + 1]?.word ?? "";
  if (ATTRIBUTES.has(first.word) && (next === ":" || next === "to")) return false;
  return !lexemes.some(
    ({ word }, at) => PASSING.has(word) && !(word === "removed" && lexemes[at - 1]?.word === "be"),
  );
}

const OPENERS = new Set(
  "additionally also and but finally further furthermore however moreover or so the then thus ,".split(
    " ",
  ),
);

/** A sentence that begins like this is about something elsewhere. */
const POINTERS = new Set(
  (
    "another both either former he here it its latter neither none one other others same she such that their these " +
    "they this those what which who whose"
  ).split(" "),
);

/** What follows is not claimed, only imagined. */
const SUPPOSING = new Set("assume assuming consider imagine let say suppose supposing".split(" "));

/** "Default: 5" is about the words before it. */
const ATTRIBUTES = new Set(
  "default defaults description returns summary syntax type usage".split(" "),
);

/** A statement about the past, an example or a wish is not compared with one about the present. */
const PASSING = new Set(
  (
    "anymore could currently deprecated did e.g example examples formerly had i.e instead instance longer might now " +
    "previously removed was were would yet"
  ).split(" "),
);

/** Words that begin an entry of a change log; "release" and "change" are as often things, "released" is not. */
const ENTRY =
  /^(?:(?:add|bump|clarify|correct|decrease|deprecate|enhance|expose|improve|increase|introduce|refactor|remove|rename|replace|revert|simplify|upgrade)(?:e?d)?|(?:chang|dropp|fix|mov|patch|releas|switch|updat)ed)$/;

/** A noun that means something else in another section. */
export function isLocalNoun(stem: string): boolean {
  return LOCAL.has(stem);
}

const LOCAL = stemWordList(
  "argument attribute callback default element entry error example field file first flag function input item key " +
    "list method name node note object option output parameter path property result return second string test third " +
    "type value",
);

/** "The option is required": nothing else says which option. */
function hasLocalSubject(lexemes: readonly ClauseLexeme[], subject: ClauseLexeme): boolean {
  if (!LOCAL.has(stemWord(subject.word))) return false;
  const next = lexemes[lexemes.indexOf(subject) + 1];
  // "files of up to 5 MB" says which files
  if (next?.word === "of") return false;
  return next === undefined || next.spent || isKnownVerb(next.word) || !/^\p{L}/u.test(next.word);
}
