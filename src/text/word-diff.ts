/** The word diff of two texts: words only in one, only in the other, and in both. */

export interface WordChange {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Words on each side that are searched for a common order; beyond it a run counts as replaced as a whole. */
const LONGEST_SEARCH = 400;

const WORDS = /\S+\s*|^\s+/g;

/** Each with the white space that follows it, so that the text can be put together again. */
export function splitSpacedWords(text: string): string[] {
  return text.match(WORDS) ?? [];
}

/** From the spaced words of one text to those of another. */
export function diffWords(a: readonly string[], b: readonly string[]): WordChange[] {
  let start = 0;
  let endA = a.length;
  let endB = b.length;
  while (start < endA && start < endB && a[start] === b[start]) start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const changes: WordChange[] = [];
  pushWordChange(changes, "same", a.slice(0, start));
  const [middleA, middleB] = [a.slice(start, endA), b.slice(start, endB)];
  const numbers = numberWords(middleA, middleB);
  if (numbers === null) {
    pushWordChange(changes, "removed", middleA);
    pushWordChange(changes, "added", middleB);
  } else
    searchCommonOrder(changes, { words: middleA, ...numbers.a }, { words: middleB, ...numbers.b });
  pushWordChange(changes, "same", a.slice(endA));
  return changes;
}

interface NumberedWords {
  readonly words: readonly string[];
  /** The same number for the same word: numbers are quicker to compare. */
  readonly numbers: Int32Array;
}

type WordNumbers = Pick<NumberedWords, "numbers">;

/** Null where there is nothing to search: too long, or under a quarter of the words in common. */
function numberWords(
  a: readonly string[],
  b: readonly string[],
): { readonly a: WordNumbers; readonly b: WordNumbers } | null {
  if (a.length > LONGEST_SEARCH || b.length > LONGEST_SEARCH) return null;
  const known = new Map<string, number>();
  // by index: tens of thousands of short lists are numbered, and iterators cost more than the rest
  const [numbersA, numbersB] = [new Int32Array(a.length), new Int32Array(b.length)];
  for (let at = 0; at < a.length; at++) numbersA[at] = assignWordNumber(known, a[at] ?? "");
  const own = known.size;
  const met = new Uint8Array(own);
  let common = 0;
  for (let at = 0; at < b.length; at++) {
    const number = assignWordNumber(known, b[at] ?? "");
    numbersB[at] = number;
    if (number < own && met[number] === 0) {
      met[number] = 1;
      common++;
    }
  }
  if (common * 4 < Math.max(a.length, b.length)) return null;
  return { a: { numbers: numbersA }, b: { numbers: numbersB } };
}

function assignWordNumber(known: Map<string, number>, word: string): number {
  const found = known.get(word);
  if (found !== undefined) return found;
  known.set(word, known.size);
  return known.size - 1;
}

// one for all searches: they are many and short
const longestRunTable = new Uint16Array((LONGEST_SEARCH + 1) ** 2);

/** The longest common order of both, filled from the end and walked from the start. */
function searchCommonOrder(changes: WordChange[], a: NumberedWords, b: NumberedWords): void {
  const [rows, columns] = [a.words.length, b.words.length];
  const width = columns + 1;
  longestRunTable.fill(0, rows * width, (rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    longestRunTable[i * width + columns] = 0;
    const own = a.numbers[i];
    for (let j = columns - 1; j >= 0; j--) {
      const below = (i + 1) * width + j;
      const right = i * width + j + 1;
      longestRunTable[right - 1] =
        own === b.numbers[j]
          ? (longestRunTable[below + 1] ?? 0) + 1
          : Math.max(longestRunTable[below] ?? 0, longestRunTable[right] ?? 0);
    }
  }
  let [i, j] = [0, 0];
  while (i < rows && j < columns) {
    if (a.numbers[i] === b.numbers[j]) {
      pushWordChange(changes, "same", a.words.slice(i, i + 1));
      [i, j] = [i + 1, j + 1];
    } else if (
      (longestRunTable[(i + 1) * width + j] ?? 0) >= (longestRunTable[i * width + j + 1] ?? 0)
    ) {
      pushWordChange(changes, "removed", a.words.slice(i, ++i));
    } else pushWordChange(changes, "added", b.words.slice(j, ++j));
  }
  pushWordChange(changes, "removed", a.words.slice(i));
  pushWordChange(changes, "added", b.words.slice(j));
}

function pushWordChange(
  changes: WordChange[],
  kind: WordChange["kind"],
  words: readonly string[],
): void {
  if (words.length === 0) return;
  const last = changes.at(-1);
  const text = words.join("");
  if (last?.kind === kind) changes[changes.length - 1] = { kind, text: last.text + text };
  else changes.push({ kind, text });
}
