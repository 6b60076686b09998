/** Words that say what a sentence has to be read for: looked up once, so that most patterns are never tried. */
import type { SentenceToken } from "./sentence-tokens.ts";
import { VAGUE_WORDS } from "./vague.ts";

/** Bits; a sentence has those of all its words. */
export const CUE_BITS = {
  /** Too vague to be wrong. */
  vague: 1,
  /** Perhaps part of a vague phrase. */
  phrase: 2,
  /** Perhaps a matter of taste. */
  taste: 4,
  /** Something may be needed. */
  need: 8,
  /** Something may be ruled out. */
  ruling: 16,
  /** Holds only sometimes. */
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

const CUE_BITS_BY_WORD = new Map<string, number>(VAGUE_WORDS.map((word) => [word, CUE_BITS.vague]));
for (const [cue, words] of CUE_WORDS) {
  for (const word of words.split(" "))
    CUE_BITS_BY_WORD.set(word, (CUE_BITS_BY_WORD.get(word) ?? 0) | cue);
}

export function findCueBits(tokens: readonly SentenceToken[]): number {
  let cues = 0;
  for (const { kind, text } of tokens) {
    if (kind !== "word") continue;
    cues |= CUE_BITS_BY_WORD.get(text) ?? (text.endsWith("n't") ? CUE_BITS.ruling : 0);
  }
  return cues;
}
