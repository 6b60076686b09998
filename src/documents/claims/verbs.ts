/** Verbs of specifications and plans, besides auxiliaries; a list is exact where a guess would not be. */
import type { SentenceToken } from "./sentence-tokens.ts";

const AUXILIARIES =
  "always am are can cannot do does has is may must needs never not shall should will avoid";

const PLAIN_VERBS =
  "accept add allow apply archive assign avoid begin block break build buy cache call charge check close " +
  "collect compute connect contain cost count cover create delete deliver depend deploy disable display " +
  "download drop emit enable encrypt end ensure expire export expose fail fetch finish follow generate get give " +
  "grow handle have host ignore import include inherit install join keep lack last launch lead limit list load " +
  "lock log make merge migrate move need notify offer open own parse pay permit poll precede print process " +
  "produce provide publish push query reach read receive record refresh reject rely remain remove render " +
  "replicate report request require respond restart restore retain retry return rotate run save scale scan " +
  "select send serve set share ship show sign skip sleep sort start stay stop store stream support sync take " +
  "test throw track transfer trigger trust update upload use validate verify wait warn work write";

const VERBS = new Set([
  ...AUXILIARIES.split(" "),
  ...PLAIN_VERBS.split(" ").flatMap((verb) => [verb, formThirdPerson(verb)]),
]);

function formThirdPerson(verb: string): string {
  if (/(?:ss|sh|ch|x|zz)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

export function isKnownVerb(word: string): boolean {
  return VERBS.has(word) || word.endsWith("n't");
}

export function hasKnownVerb(tokens: readonly SentenceToken[]): boolean {
  return tokens.some(({ kind, text }, at) => {
    if (kind !== "word") return false;
    // "we sync": whatever follows is one
    return isKnownVerb(text) || (text === "we" && tokens[at + 1]?.kind === "word");
  });
}
