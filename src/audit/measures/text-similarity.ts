/**
 * Similarity of texts: shared runs of three words over all runs of both (Jaccard). Words and runs are numbers here,
 * because a long debate has hundreds of thousands of them; docs/audit.md defines a run.
 */
import { listWords } from "../../text/substance.ts";

/** Distinct runs in ascending order. */
export type ShingleSet = Float64Array;

/** Gives every word of a debate a number, and so every run of three. */
export interface Shingler {
  /** Runs of the texts, taken together. */
  runs(...texts: readonly string[]): ShingleSet;
}

// three numbers below this make one that is exact
const MOST_WORDS = 200_000;

export function createShingler(): Shingler {
  const numbers = new Map<string, number>();
  const texts = new Map<string, readonly number[]>();
  // runs that are shorter, or of words beyond the most: counted downwards, so that they meet no other
  const odd = new Map<string, number>();

  function numberWords(text: string): readonly number[] {
    let words = texts.get(text);
    if (!words) {
      words = listWords(text).map((word) => numberWord(numbers, word, numbers.size));
      texts.set(text, words);
    }
    return words;
  }

  function oddRun(words: readonly number[]): number {
    return numberWord(odd, words.join(" "), -1 - odd.size);
  }

  function runAt(words: readonly number[], at: number): number {
    const first = words[at] ?? 0;
    const second = words[at + 1] ?? 0;
    const third = words[at + 2] ?? 0;
    if (first < MOST_WORDS && second < MOST_WORDS && third < MOST_WORDS)
      return (first * MOST_WORDS + second) * MOST_WORDS + third;
    return oddRun([first, second, third]);
  }

  return {
    runs(...parts) {
      const words = parts.length === 1 ? numberWords(parts[0] ?? "") : parts.flatMap(numberWords);
      if (words.length < 3) return Float64Array.of(oddRun(words));
      const runs = new Float64Array(words.length - 2);
      for (let at = 0; at < runs.length; at++) runs[at] = runAt(words, at);
      return dedupeSortedShingles(runs.sort());
    },
  };
}

function numberWord(numbers: Map<string, number>, word: string, next: number): number {
  const known = numbers.get(word);
  if (known !== undefined) return known;
  numbers.set(word, next);
  return next;
}

function dedupeSortedShingles(sorted: ShingleSet): ShingleSet {
  let count = 0;
  for (let at = 0; at < sorted.length; at++) {
    const run = sorted[at] ?? 0;
    if (at === 0 || run !== sorted[count - 1]) sorted[count++] = run;
  }
  return sorted.subarray(0, count);
}

/** Whether two texts are at least this similar; a few of their runs rule out most pairs. */
export function isSimilarText(a: ShingleSet, b: ShingleSet, least: number): boolean {
  return computeSimilarity(a, b, least) >= least;
}

/** Exact from `least` on; below it, any figure below it. */
function computeSimilarity(a: ShingleSet, b: ShingleSet, least: number): number {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  const both = a.length + b.length;
  // shared / (both - shared) >= least, with room for what division rounds away
  let spare = fewer.length - (least * both) / (1 + least) + 1e-6;
  let shared = 0;
  let at = 0;
  for (let own = 0; own < fewer.length; own++) {
    const run = fewer[own] ?? 0;
    while (at < more.length && (more[at] ?? 0) < run) at++;
    if (at < more.length && more[at] === run) shared++;
    else if (--spare < 0) return 0;
  }
  return shared / (both - shared);
}

/** Texts that were there before, asked for one that is like another without comparing with all of them. */
export interface EarlierTexts {
  add(text: string): void;
  /** Likeness to the nearest text added so far, where it is `least` or more; else 0. */
  nearest(text: string): number;
}

export function createEarlierTexts(book: Shingler, least: number): EarlierTexts {
  const known = new Set<string>();
  const all: ShingleSet[] = [];
  const index = createShingleIndex();
  // what is asked about is mostly added next
  const asked = new Map<string, ShingleSet>();

  /** Two texts this similar share one of these, in any order, as long as the order is the same for all. */
  function listTellingShingles(runs: ShingleSet): ShingleSet {
    return runs.subarray(0, Math.floor(runs.length * (1 - least)) + 1);
  }

  return {
    add(text) {
      // the same text again says nothing new about what is near
      if (known.has(text)) return;
      known.add(text);
      const runs = asked.get(text) ?? book.runs(text);
      asked.delete(text);
      const place = all.push(runs) - 1;
      for (const run of listTellingShingles(runs)) index.add(run, place);
    },
    nearest(text) {
      if (known.has(text)) return 1;
      const runs = book.runs(text);
      asked.set(text, runs);
      const near = new Set<number>();
      for (const run of listTellingShingles(runs)) index.each(run, (place) => near.add(place));
      let most = 0;
      for (const place of near) {
        const other = all[place];
        if (other) most = Math.max(most, computeSimilarity(runs, other, least));
      }
      return most >= least ? most : 0;
    },
  };
}

// Which texts contain a run of words, for so many runs that a Map of lists would take most of an audit's time.

interface ShingleIndex {
  add(run: number, place: number): void;
  each(run: number, visit: (place: number) => void): void;
}

const NO_ENTRY = -1;

/** An open table of runs, each with a chain of places; both grow as they fill. */
function createShingleIndex(): ShingleIndex {
  let runs = new Float64Array(1_024);
  /** First entry of a run's chain. */
  let heads = new Int32Array(1_024).fill(NO_ENTRY);
  let used = 0;
  let places = new Int32Array(1_024);
  let after = new Int32Array(1_024);
  let entries = 0;

  /** The slot of a run, or the free one where it would go. */
  function findSlot(run: number): number {
    const mask = heads.length - 1;
    let slot = hashShingle(run) & mask;
    while (heads[slot] !== NO_ENTRY && runs[slot] !== run) slot = (slot + 1) & mask;
    return slot;
  }

  function widen(): void {
    const [oldRuns, oldHeads] = [runs, heads];
    runs = new Float64Array(oldRuns.length * 4);
    heads = new Int32Array(oldRuns.length * 4).fill(NO_ENTRY);
    for (const [slot, head] of oldHeads.entries()) {
      if (head === NO_ENTRY) continue;
      const run = oldRuns[slot] ?? 0;
      const to = findSlot(run);
      runs[to] = run;
      heads[to] = head;
    }
  }

  return {
    add(run, place) {
      if (used * 2 >= heads.length) widen();
      if (entries === places.length) {
        places = doubleArrayLength(places);
        after = doubleArrayLength(after);
      }
      const slot = findSlot(run);
      if (heads[slot] === NO_ENTRY) used++;
      runs[slot] = run;
      places[entries] = place;
      after[entries] = heads[slot] ?? NO_ENTRY;
      heads[slot] = entries++;
    },
    each(run, visit) {
      for (let at = heads[findSlot(run)] ?? NO_ENTRY; at !== NO_ENTRY; at = after[at] ?? NO_ENTRY) {
        visit(places[at] ?? 0);
      }
    },
  };
}

function doubleArrayLength(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** Neighbouring runs far apart. */
function hashShingle(run: number): number {
  const low = (run % 0x1_0000_0000) | 0;
  const high = (run / 0x1_0000_0000) | 0;
  const mixed = Math.imul(low ^ (high * 31), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
