/** A sentence, or a cell of a table that is one, cut into words once for everything that reads it. */
import { CUE, cuesIn } from "./cues.ts";
import type { Sentence } from "./sentences.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { isTooVague } from "./vague.ts";
import { hasVerb } from "./verbs.ts";

export interface Utterance {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Bits of `CUE`. */
  readonly cues: number;
  /** A10: not specific enough to be false. */
  readonly vague: boolean;
  /** Listed under "Do not:" and the like: the opposite of what it says. */
  readonly contrary: boolean;
}

/** Of a row, its cells that say something by themselves. */
export function utterancesIn(sentence: Sentence): Utterance[] {
  const contrary = isUnderNegation(sentence);
  if (sentence.place !== "row")
    return [utterance(sentence.text, tokensOf(sentence.text), contrary)];
  return sentence.cells.flatMap((cell) => {
    const tokens = tokensOf(cell);
    return isSpoken(tokens) ? [utterance(cell, tokens, contrary)] : [];
  });
}

function utterance(text: string, tokens: readonly Token[], contrary: boolean): Utterance {
  const cues = cuesIn(tokens);
  const doubts = { phrase: (cues & CUE.phrase) !== 0, taste: (cues & CUE.taste) !== 0 };
  const vague = (cues & CUE.vague) !== 0 || isTooVague(text, doubts);
  return { text, tokens, cues, vague, contrary };
}

export function isUnderNegation({ lead }: Sentence): boolean {
  return lead !== "" && NEGATIVE_LEAD.test(lead);
}

const NEGATIVE_LEAD =
  /\b(?:not|never|avoid|without|don't|instead|wrong|bad|except|before|old|previously)\b/i;

const SHORTEST_SENTENCE = 3;

/** A cell that says something by itself: a sentence, or a value with its own label. */
export function isSpoken(tokens: readonly Token[]): boolean {
  if (tokens.length < SHORTEST_SENTENCE) return false;
  const labelled = tokens.findIndex(({ kind, text }) => kind === "mark" && text === ":") > 0;
  return labelled || hasVerb(tokens);
}
