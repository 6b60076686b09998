/** A0b: how much two paragraphs, items or rows are about one thing, by their words and by the ids of rows. */
import { countCommonWords } from "../../text/comparable-words.ts";
import { readSpanText } from "../document.ts";
import { findRowId } from "../markdown/defined-ids.ts";
import { type PassageRun, type PassageUnit, listUnitWords } from "./passage-units.ts";

const SIMILAR = 0.4;
const CONTAINED = 0.7;
const FEWEST_WORDS = 5;
/** As much as tells one meaning of an id from two. */
const RELATED = 0.34;
/** Grades, figures and other ids say nothing of what a row is about. */
const ROW_FILLING = /^(?:low|medium|high|critical|none|[a-z]{0,3}[\d.]+)$/;

type DocumentUnit = readonly [PassageRun["document"], PassageUnit];

/** 0 where two units are not about the same thing; else the share of words in common. */
export function measureLikeness([one, a]: DocumentUnit, [two, b]: DocumentUnit): number {
  if (a.kind !== b.kind) return 0;
  const [wordsA, wordsB] = [listUnitWords(one, a), listUnitWords(two, b)];
  const [fewer, more] = [Math.min(wordsA.size, wordsB.size), Math.max(wordsA.size, wordsB.size)];
  if (fewer === 0) return more === 0 ? SIMILAR : 0;
  const common = countCommonWords(wordsA, wordsB);
  const [share, held] = [common / more, common / fewer];
  if (share >= SIMILAR) return share;
  if (fewer >= FEWEST_WORDS && held >= CONTAINED) return SIMILAR * held;
  return a.kind === "table" && hasSameId([one, a], [two, b]) && tellsSameThing(wordsA, wordsB)
    ? SIMILAR * held
    : 0;
}

/** Two rows that give one id to what they say in other words are two answers to one question. */
function hasSameId([one, a]: DocumentUnit, [two, b]: DocumentUnit): boolean {
  const id = findRowId(readSpanText(one, a.at));
  return id !== null && id === findRowId(readSpanText(two, b.at));
}

function tellsSameThing(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [one, two] = [a, b].map(
    (words) => new Set([...words].filter((word) => !ROW_FILLING.test(word))),
  );
  if (!one || !two) return false;
  return countCommonWords(one, two) >= RELATED * Math.max(1, Math.min(one.size, two.size));
}
