/** A variant as the readers of `merge` see it: its sentences, and what can be counted in them. */
import { findVagueWord } from "../../../documents/claims/cue-words.ts";
import type { ParsedDocument } from "../../../documents/document.ts";
import {
  type DocumentSentence as Spoken,
  listSentences,
} from "../../../documents/markdown/document-sentences.ts";
import {
  type YieldToEventLoop,
  createEventLoopYielder,
} from "../../../documents/yield-to-event-loop.ts";
import { listComparableWords } from "../../../text/comparable-words.ts";
import type { VariantRead } from "../prompts/prompt-input.ts";
import {
  DATE,
  FAILURE,
  FIGURE,
  NAMED,
  OWNER,
  REASON,
  RECOVERY,
  REQUIREMENT,
  THRESHOLD,
} from "./lexicon.ts";

/** The counts of one stretch of text. */
export interface TextCounts {
  readonly sentences: number;
  readonly figures: number;
  readonly dates: number;
  readonly thresholds: number;
  readonly requirements: number;
  readonly named: number;
  readonly reasons: number;
  readonly owners: number;
  readonly failures: number;
  /** Sentences with wording that commits nobody. */
  readonly vague: number;
}

export interface VariantSentence extends Pick<
  Spoken,
  "start" | "end" | "section" | "cells" | "head"
> {
  /** The exact words of the variant. */
  readonly quote: string;
  readonly counts: TextCounts;
}

export interface VariantReading {
  readonly variant: VariantRead;
  readonly sentences: readonly VariantSentence[];
  readonly total: TextCounts;
  /** Sentences in the same words, whatever their marks and cases. */
  readonly says: ReadonlySet<string>;
  /** The text between two offsets. */
  readonly between: (start: number, end: number) => readonly VariantSentence[];
}

const NOTHING: TextCounts = {
  sentences: 0,
  figures: 0,
  dates: 0,
  thresholds: 0,
  requirements: 0,
  named: 0,
  reasons: 0,
  owners: 0,
  failures: 0,
  vague: 0,
};

const KEYS = Object.keys(NOTHING) as (keyof TextCounts)[];

export function sumOf(sentences: readonly VariantSentence[]): TextCounts {
  const sum: Record<keyof TextCounts, number> = { ...NOTHING };
  for (const { counts } of sentences) for (const key of KEYS) sum[key] += counts[key];
  return sum;
}

/** A debate asks about the same variants many times. What is kept goes away with them. */
const known = new WeakMap<object, Promise<VariantReading>>();

/** In the order of input, however the ask shows them. */
export async function readingsOf(variants: readonly VariantRead[]): Promise<VariantReading[]> {
  const breathe = createEventLoopYielder();
  const readings: VariantReading[] = [];
  for (const variant of variants.toSorted((a, b) => a.variant - b.variant)) {
    const reading = known.get(variant.blocks) ?? readVariant(variant, breathe);
    known.set(variant.blocks, reading);
    readings.push(await reading);
  }
  return readings;
}

async function readVariant(
  variant: VariantRead,
  breathe: YieldToEventLoop,
): Promise<VariantReading> {
  const sentences: VariantSentence[] = [];
  const says = new Set<string>();
  for (const { start, end, section, cells, head } of listSentences(variant as ParsedDocument)) {
    const quote = variant.text.slice(start, end);
    sentences.push({ start, end, section, cells, head, quote, counts: countsOf(quote) });
    says.add(gist(quote));
    await breathe();
  }
  return {
    variant,
    sentences,
    total: sumOf(sentences),
    says,
    between: (start, end) => sentences.slice(firstAt(sentences, start), firstAt(sentences, end)),
  };
}

/** Two sentences with one gist say the same in the same words. */
export function gist(text: string): string {
  return listComparableWords(text).join(" ");
}

export function countsOf(text: string): TextCounts {
  return {
    sentences: 1,
    figures: matches(text, FIGURE),
    dates: matches(text, DATE),
    thresholds: matches(text, THRESHOLD),
    requirements: matches(text, REQUIREMENT),
    named: matches(text, NAMED),
    reasons: REASON.test(text) ? 1 : 0,
    owners: OWNER.test(text) ? 1 : 0,
    failures: FAILURE.test(text) || RECOVERY.test(text) ? 1 : 0,
    vague: findVagueWord(text) === undefined ? 0 : 1,
  };
}

function matches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Index of the first sentence that begins at an offset or after it. */
function firstAt(sentences: readonly VariantSentence[], offset: number): number {
  let [low, high] = [0, sentences.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const LONGEST_QUOTE = 240;

/** As evidence: the exact words, cut at a word where they are long. */
export function cut(quote: string): string {
  if (quote.length <= LONGEST_QUOTE) return quote;
  const head = quote.slice(0, LONGEST_QUOTE);
  return head.slice(0, Math.max(head.lastIndexOf(" "), LONGEST_QUOTE / 2)).trimEnd();
}

/** Words of a variant that can be quoted even where it has no sentence: a title, else its first words. */
export function anyWords({ variant, sentences }: VariantReading): string {
  const [first] = sentences;
  if (first) return cut(first.quote);
  const title = variant.sections.find((section) => section.title !== "")?.title;
  return title ?? cut(variant.text.trim().split("\n", 1)[0]?.trim() ?? "");
}
