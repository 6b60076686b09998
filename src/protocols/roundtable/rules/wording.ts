/** Sentences and similarity of texts, as rules that anyone can apply again. */
import { isSubstantiveText, listWords } from "../../../text/substance.ts";

/** Sentences that end before a capital letter, a digit or the end; "e.g. this" is one. */
export function sentencesIn(words: string): string[] {
  return words
    .replace(/\s+/g, " ")
    .trim()
    .split(/(?<=[.!?…]["”’)]?) (?=["“‘(]?[\p{Lu}\p{N}])/u)
    .filter((sentence) => sentence !== "");
}

const LONGEST_GIST = 200;

/** T34: what an older message is cut down to. */
export function gist(words: string): string {
  const first = sentencesIn(words)[0] ?? "";
  if (first.length <= LONGEST_GIST) return first;
  const cut = first.slice(0, LONGEST_GIST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), LONGEST_GIST / 2))}…`;
}

/** Three words in a row; a shorter text is one run. */
const RUN = 3;

export function runsIn(words: string): string[] {
  const all = listWords(words);
  if (all.length === 0) return [];
  if (all.length < RUN) return [all.join(" ")];
  return all.slice(RUN - 1).map((_, start) => all.slice(start, start + RUN).join(" "));
}

/** Share of a text's runs that another text has too, 0 to 1. */
export function overlap(words: string, earlier: string): number {
  const runs = new Set(runsIn(words));
  if (runs.size === 0) return 0;
  const known = new Set(runsIn(earlier));
  return [...runs].filter((run) => known.has(run)).length / runs.size;
}

/** A run that names something: "of the same" would be found anywhere. */
export function tellingRuns(words: string): string[] {
  const runs = runsIn(words);
  const telling = runs.filter((run) => isSubstantiveText(run, { minimumWords: 2 }));
  return telling.length > 0 ? telling : runs;
}

/** Whether the first contains the words of the second, in that order and without a gap. */
export function holdsWords(words: string, sought: string): boolean {
  const wanted = listWords(sought);
  if (wanted.length === 0) return false;
  return ` ${listWords(words).join(" ")} `.includes(` ${wanted.join(" ")} `);
}

const SHORTEST_NAMING = 4;

/** Words that two texts share and that are long enough to name something. */
export function sharedWords(one: string, other: string): string[] {
  const known = new Set(listWords(other));
  return [...new Set(listWords(one))].filter(
    (word) => word.length >= SHORTEST_NAMING && known.has(word) && !FILLING.has(word),
  );
}

const FILLING = new Set(
  (
    "about above after also another because been before being between both could does each either else even every " +
    "from have here into just less like made make more most much must need needs only other otherwise over same " +
    "shown shows should since some such than that their them then there these they this those through under until " +
    "upon very want were what when where whether which while will with within without would your mind change"
  ).split(" "),
);
