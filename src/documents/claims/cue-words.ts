/** Words that show which patterns to try on a sentence: looked up once, so that most patterns are never tried. */
import type { SentenceToken } from "./sentence-tokens.ts";

/** Bits; a sentence has those of all its words. */
export const CUE_BITS = {
  /** Too vague to be wrong. */
  vague: 1,
  /** Perhaps part of a vague phrase. */
  phrase: 2,
  /** Perhaps a question of taste. */
  taste: 4,
  /** Something may be needed. */
  need: 8,
  /** Something may be ruled out. */
  ruling: 16,
  /** True only sometimes. */
  condition: 32,
  /** Something may have to come before something. */
  order: 64,
} as const;

const CUE_WORDS: readonly (readonly [number, string])[] = [
  [
    CUE_BITS.phrase,
    "appropriate applicable consider could decided defined determined extent feasible high-quality industry " +
      "industry-standard industry-standards less necessary needed possible practice practices quality required so soon " +
      "standard standards state tbd",
  ],
  [
    CUE_BITS.taste,
    "bad best better big cheap clean easy expensive fast good great hard heavy high important large lightweight low " +
      "modern nice performant powerful reliable responsive simple slow small strong useful weak worse",
  ],
  [
    CUE_BITS.need,
    "must shall has have require requires required need needs uses depends relies runs",
  ],
  [
    CUE_BITS.ruling,
    "not never no cannot without offline forbidden prohibited banned excluded unavailable scope disallowed ruled",
  ],
  [
    CUE_BITS.condition,
    "if when whenever unless except until instead only while otherwise now yet longer was were would could might",
  ],
  [
    CUE_BITS.order,
    "depend dependent depends dependency dependencies prerequisite prerequisites requires needs blocked blocks before " +
      "after once until precede precedes follows predecessor predecessors",
  ],
];

// Words that make a sentence too vague to be wrong: it cannot contradict (A10) and it lowers specificity.

const VAGUE_WORDS: readonly string[] = (
  "adequate adequately appropriate appropriately approximately arguably decent easily easy efficient efficiently etc " +
  "eventually fairly few flexible flexibly frequently generally hopefully ideally intuitive likely many maybe " +
  "meaningful might mostly normally numerous occasionally often optimal optimally perhaps possibly presumably " +
  "probably proper properly quickly rarely reasonable reasonably relevant robust robustly roughly scalable seamless " +
  "seamlessly several significant significantly some somehow sometimes soon sufficient sufficiently suitable " +
  "suitably timely typically user-friendly usually various"
).split(" ");

const CUE_BITS_BY_WORD = new Map<string, number>(VAGUE_WORDS.map((word) => [word, CUE_BITS.vague]));
for (const [cue, words] of CUE_WORDS) {
  for (const word of words.split(" "))
    CUE_BITS_BY_WORD.set(word, (CUE_BITS_BY_WORD.get(word) ?? 0) | cue);
}

const ONE_OF = new RegExp(`(?<![a-z-])(${VAGUE_WORDS.join("|")})(?![a-z-])`);

const VAGUE_PHRASES =
  /\b(?:as (?:needed|required|necessary|appropriate|applicable)|(?:if|when|where|wherever|whenever) (?:needed|possible|necessary|appropriate|feasible)|should consider|could be|and so on|state of the art|high[- ]quality|as soon as possible|to some extent|more or less|tbd|to be (?:determined|decided|defined))\b/;

const UNCITED = /\b(?:best practices?|industry[- ]standards?)\b/;

/** A citation: a link, a footnote, or a numbered standard. */
const CITATION = /\]\(|\[\^|https?:\/\/|\b(?:RFC|ISO|IEC|IEEE|NIST|OWASP|WCAG|PEP)[ -]?(?:SP )?\d/;

/** The first vague word or phrase of a sentence; undefined for a sentence that commits itself. */
export function findVagueWord(text: string, raw: string = text): string | undefined {
  const lower = text.toLowerCase();
  const word = ONE_OF.exec(lower)?.[1] ?? VAGUE_PHRASES.exec(lower)?.[0];
  if (word !== undefined) return word;
  const standard = UNCITED.exec(lower)?.[0];
  return standard !== undefined && !CITATION.test(raw) ? standard : undefined;
}

const JUDGEMENT =
  /\b(?:is|are|be|more|feels?|looks?|stays?|remains?) (?:not |never )?(?:very |really |too |quite |highly |as )?(?:bad|best|better|big|cheap|clean|easy|expensive|fast|good|great|hard|heavy|high|important|large|lightweight|low|modern|nice|performant|powerful|reliable|responsive|simple|slow|small|strong|useful|weak|worse)\b/;

interface VaguenessCues {
  readonly phrase: boolean;
  readonly taste: boolean;
}

/** A10: a sentence without a vague word may still be vague by a phrase or a judgement; its cues say whether to look. */
export function isVagueSentence(text: string, { phrase, taste }: VaguenessCues): boolean {
  const lower = text.toLowerCase();
  return (
    (phrase && (VAGUE_PHRASES.test(lower) || UNCITED.test(lower))) ||
    (taste && JUDGEMENT.test(lower))
  );
}

// Verbs of specifications and plans, besides auxiliaries; a list is exact where a guess would not be.

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
  "test throw track transfer exceed fire happen hold occur open trigger trust update upload use validate verify wait warn work write";

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

export function findCueBits(tokens: readonly SentenceToken[]): number {
  let cues = 0;
  for (const { kind, text } of tokens) {
    if (kind !== "word") continue;
    cues |= CUE_BITS_BY_WORD.get(text) ?? (text.endsWith("n't") ? CUE_BITS.ruling : 0);
  }
  return cues;
}
