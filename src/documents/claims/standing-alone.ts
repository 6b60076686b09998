import { stemWord, stemWordList } from "../../text/word-stem.ts";
/** Whether a clause says by itself what it is about, and whether that is so everywhere and at all times. */
import type { ClauseLexeme } from "./lexemes.ts";
import { isKnownVerb } from "./verbs.ts";

/** False for what points elsewhere, tells a change or an example, or held once. */
export function isSelfContained(lexemes: readonly ClauseLexeme[]): boolean {
  const first = lexemes.find(({ word }) => !OPENERS.has(word));
  if (first === undefined || POINTERS.has(first.word) || ENTRY.test(first.word)) return false;
  const next = lexemes[lexemes.indexOf(first) + 1]?.word ?? "";
  if (ATTRIBUTES.has(first.word) && (next === ":" || next === "to")) return false;
  return !lexemes.some(({ word }) => PASSING.has(word));
}

const OPENERS = new Set(
  "additionally also and but finally further furthermore however moreover or so the then thus ,".split(
    " ",
  ),
);

/** What begins so is about something that stands elsewhere. */
const POINTERS = new Set(
  (
    "another both either former he here it its latter neither none one other others same she such that their these " +
    "they this those what which who whose"
  ).split(" "),
);

/** "Default: 5" is about what stands before it. */
const ATTRIBUTES = new Set(
  "default defaults description returns summary syntax type usage".split(" "),
);

/** What held once, or holds only in an example or as a wish, is not held against what holds. */
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
export function hasLocalSubject(lexemes: readonly ClauseLexeme[], subject: ClauseLexeme): boolean {
  if (!LOCAL.has(stemWord(subject.word))) return false;
  const next = lexemes[lexemes.indexOf(subject) + 1];
  return next === undefined || next.spent || isKnownVerb(next.word) || !/^\p{L}/u.test(next.word);
}
