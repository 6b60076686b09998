/** A variant as the readers of `merge` see it: its sentences, and what can be counted in them. */
import { type Breath, breath } from "../../../documents/breath.ts";
import type { Document } from "../../../documents/document.ts";
import { type Sentence as Spoken, sentencesOf } from "../../../documents/sentences.ts";
import { vagueWordIn } from "../../../documents/vague.ts";
import { wordsOf } from "../../../documents/words.ts";
import type { VariantRead } from "../merging.ts";
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

/** What one stretch of text holds, counted. */
export interface Counts {
  readonly sentences: number;
  readonly figures: number;
  readonly dates: number;
  readonly thresholds: number;
  readonly requirements: number;
  readonly named: number;
  readonly reasons: number;
  readonly owners: number;
  readonly failures: number;
  /** Sentences with wording that nobody can be held to. */
  readonly vague: number;
}

export interface Sentence extends Pick<Spoken, "start" | "end" | "section" | "cells" | "head"> {
  /** The exact words, as they stand in the variant. */
  readonly quote: string;
  readonly counts: Counts;
}

export interface Reading {
  readonly variant: VariantRead;
  readonly sentences: readonly Sentence[];
  readonly total: Counts;
  /** Sentences in the same words, whatever their marks and cases. */
  readonly says: ReadonlySet<string>;
  /** What stands between two offsets. */
  readonly between: (start: number, end: number) => readonly Sentence[];
}

const NOTHING: Counts = {
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

const KEYS = Object.keys(NOTHING) as (keyof Counts)[];

export function sumOf(sentences: readonly Sentence[]): Counts {
  const sum: Record<keyof Counts, number> = { ...NOTHING };
  for (const { counts } of sentences) for (const key of KEYS) sum[key] += counts[key];
  return sum;
}

/** A debate asks about the same variants many times. What is kept goes away with them. */
const known = new WeakMap<object, Promise<Reading>>();

/** In the order of input, however the ask shows them. */
export async function readingsOf(variants: readonly VariantRead[]): Promise<Reading[]> {
  const breathe = breath();
  const readings: Reading[] = [];
  for (const variant of variants.toSorted((a, b) => a.variant - b.variant)) {
    const reading = known.get(variant.blocks) ?? readVariant(variant, breathe);
    known.set(variant.blocks, reading);
    readings.push(await reading);
  }
  return readings;
}

async function readVariant(variant: VariantRead, breathe: Breath): Promise<Reading> {
  const sentences: Sentence[] = [];
  const says = new Set<string>();
  for (const { start, end, section, cells, head } of sentencesOf(variant as Document)) {
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
  return wordsOf(text).join(" ");
}

export function countsOf(text: string): Counts {
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
    vague: vagueWordIn(text) === undefined ? 0 : 1,
  };
}

function matches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Index of the first sentence that begins at an offset or after it. */
function firstAt(sentences: readonly Sentence[], offset: number): number {
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
export function anyWords({ variant, sentences }: Reading): string {
  const [first] = sentences;
  if (first) return cut(first.quote);
  const title = variant.sections.find((section) => section.title !== "")?.title;
  return title ?? cut(variant.text.trim().split("\n", 1)[0]?.trim() ?? "");
}
