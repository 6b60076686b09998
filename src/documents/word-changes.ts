/** The words that differ between two texts: what stands in one, what stands in the other, what in both. */

export interface WordChange {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Words on each side that are searched for a common order; beyond it a run counts as replaced as a whole. */
const LONGEST_SEARCH = 400;

/** Words keep the white space that follows them, so that the texts can be put together again. */
export function wordChanges(a: string, b: string): WordChange[] {
  const [wordsA, wordsB] = [a.match(WORDS) ?? [], b.match(WORDS) ?? []];
  let start = 0;
  let endA = wordsA.length;
  let endB = wordsB.length;
  while (start < endA && start < endB && wordsA[start] === wordsB[start]) start++;
  while (endA > start && endB > start && wordsA[endA - 1] === wordsB[endB - 1]) {
    endA--;
    endB--;
  }
  const changes: WordChange[] = [];
  push(changes, "same", wordsA.slice(0, start));
  const [middleA, middleB] = [wordsA.slice(start, endA), wordsB.slice(start, endB)];
  if (areRelated(middleA, middleB)) searched(changes, middleA, middleB);
  else {
    push(changes, "removed", middleA);
    push(changes, "added", middleB);
  }
  push(changes, "same", wordsA.slice(endA));
  return changes;
}

const WORDS = /\S+\s*|^\s+/g;

/** Short enough to search, and with a quarter of the words in common: else the words that stay say nothing. */
function areRelated(a: readonly string[], b: readonly string[]): boolean {
  if (a.length > LONGEST_SEARCH || b.length > LONGEST_SEARCH) return false;
  const own = new Set(a);
  const common = new Set(b.filter((word) => own.has(word))).size;
  return common * 4 >= Math.max(a.length, b.length);
}

// one for all searches: they are many and short
const longest = new Uint16Array((LONGEST_SEARCH + 1) ** 2);

/** The longest common order of both, filled from the end and walked from the start. */
function searched(changes: WordChange[], a: readonly string[], b: readonly string[]): void {
  const width = b.length + 1;
  longest.fill(0, a.length * width, (a.length + 1) * width);
  for (let i = 0; i < a.length; i++) longest[i * width + b.length] = 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
    }
  }
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      push(changes, "same", a.slice(i, i + 1));
      [i, j] = [i + 1, j + 1];
    } else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) {
      push(changes, "removed", a.slice(i, ++i));
    } else push(changes, "added", b.slice(j, ++j));
  }
  push(changes, "removed", a.slice(i));
  push(changes, "added", b.slice(j));
}

function push(changes: WordChange[], kind: WordChange["kind"], words: readonly string[]): void {
  if (words.length === 0) return;
  const last = changes.at(-1);
  const text = words.join("");
  if (last?.kind === kind) changes[changes.length - 1] = { kind, text: last.text + text };
  else changes.push({ kind, text });
}
