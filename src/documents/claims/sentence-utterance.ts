/** A sentence, or a table cell that is one, split into words once for all its readers. */
import type { DocumentSentence } from "../markdown/document-sentences.ts";
import { CUE_BITS, findCueBits, hasKnownVerb, isVagueSentence } from "./cue-words.ts";
import { type SentenceToken, tokenizeSentence } from "./sentence-tokens.ts";

export interface SentenceUtterance {
  readonly text: string;
  readonly tokens: readonly SentenceToken[];
  /** Bits of `CUE`. */
  readonly cues: number;
  /** A10: not specific enough to be false. */
  readonly vague: boolean;
  /** Listed under "Do not:" and the like: the opposite of what it says. */
  readonly contrary: boolean;
}

/** Of a row, its cells that say something by themselves. */
export function listUtterances(sentence: DocumentSentence): SentenceUtterance[] {
  const contrary = isUnderNegativeLead(sentence);
  if (sentence.place !== "row")
    return [createUtterance(sentence.text, tokenizeSentence(sentence.text), contrary)];
  return sentence.cells.flatMap((cell) => {
    const tokens = tokenizeSentence(cell);
    return isSpokenCell(tokens) ? [createUtterance(cell, tokens, contrary)] : [];
  });
}

function createUtterance(
  text: string,
  tokens: readonly SentenceToken[],
  contrary: boolean,
): SentenceUtterance {
  const cues = findCueBits(tokens);
  const doubts = { phrase: (cues & CUE_BITS.phrase) !== 0, taste: (cues & CUE_BITS.taste) !== 0 };
  const vague = (cues & CUE_BITS.vague) !== 0 || isVagueSentence(text, doubts);
  return { text, tokens, cues, vague, contrary };
}

export function isUnderNegativeLead({ lead }: DocumentSentence): boolean {
  return lead !== "" && NEGATIVE_LEAD.test(lead);
}

const NEGATIVE_LEAD =
  /\b(?:not|never|avoid|without|don't|instead|wrong|bad|except|before|old|previously)\b/i;

const SHORTEST_SENTENCE = 3;

/** A cell that says something by itself: a sentence, or a value with its own label. */
export function isSpokenCell(tokens: readonly SentenceToken[]): boolean {
  if (tokens.length < SHORTEST_SENTENCE) return false;
  const labelled = tokens.findIndex(({ kind, text }) => kind === "mark" && text === ":") > 0;
  return labelled || hasKnownVerb(tokens);
}
