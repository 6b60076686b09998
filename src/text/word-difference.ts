/** What changed between two texts, word by word. */

export interface WordDifference {
  readonly kind: "same" | "out" | "in";
  readonly text: string;
}

/** Above this many pairs of words the middle is shown as replaced as a whole. */
const MOST_PAIRS = 1_000_000;

export function wordDifference(before: string, after: string): WordDifference[] {
  const old = splitWords(before);
  const now = splitWords(after);
  const first = sharedAtStart(old, now);
  const last = sharedAtEnd(old.slice(first), now.slice(first));
  const middle = findDifferences(
    old.slice(first, old.length - last),
    now.slice(first, now.length - last),
  );
  return joinNeighbours([
    ...now.slice(0, first).map(markSame),
    ...middle,
    ...now.slice(now.length - last).map(markSame),
  ]);
}

/** Each word with the white space after it, so that the pieces joined are the text. */
function splitWords(text: string): string[] {
  return text.match(/\S+\s*|\s+/gu) ?? [];
}

/** Other line breaks do not count as a change. */
function isSame(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a.trimEnd() === b.trimEnd();
}

function sharedAtStart(old: readonly string[], now: readonly string[]): number {
  let count = 0;
  while (isSame(old[count], now[count])) count++;
  return count;
}

function sharedAtEnd(old: readonly string[], now: readonly string[]): number {
  let count = 0;
  while (isSame(old[old.length - 1 - count], now[now.length - 1 - count])) count++;
  return count;
}

function findDifferences(old: readonly string[], now: readonly string[]): WordDifference[] {
  if (old.length * now.length > MOST_PAIRS) return [...old.map(markRemoved), ...now.map(markAdded)];
  const longest = longestFrom(old, now);
  const found: WordDifference[] = [];
  let [at, to] = [0, 0];
  while (at < old.length && to < now.length) {
    const [was = "", is = ""] = [old[at], now[to]];
    if (isSame(was, is)) {
      found.push(markSame(is));
      at++;
      to++;
    } else if ((longest[at + 1]?.[to] ?? 0) >= (longest[at]?.[to + 1] ?? 0)) {
      found.push(markRemoved(was));
      at++;
    } else {
      found.push(markAdded(is));
      to++;
    }
  }
  return [...found, ...old.slice(at).map(markRemoved), ...now.slice(to).map(markAdded)];
}

/** `[i][j]`: how many words the rest of the old from i and the rest of the new from j have in common. */
function longestFrom(old: readonly string[], now: readonly string[]): readonly Uint32Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    const [row, below] = [rows[i], rows[i + 1]];
    if (!row || !below) continue;
    for (let j = now.length - 1; j >= 0; j--) {
      row[j] = isSame(old[i], now[j])
        ? (below[j + 1] ?? 0) + 1
        : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

/** Removed words come before added ones, and neighbours of a kind are one piece. */
function joinNeighbours(pieces: readonly WordDifference[]): WordDifference[] {
  const found: { kind: WordDifference["kind"]; text: string }[] = [];
  for (const { kind, text } of pieces) {
    const last = found.at(-1);
    const before = found.at(-2);
    if (last?.kind === kind) last.text += text;
    else if (kind === "out" && last?.kind === "in" && before?.kind === "out") before.text += text;
    else if (kind === "out" && last?.kind === "in") found.splice(-1, 0, { kind, text });
    else found.push({ kind, text });
  }
  return found;
}

function markSame(text: string): WordDifference {
  return { kind: "same", text };
}

function markRemoved(text: string): WordDifference {
  return { kind: "out", text };
}

function markAdded(text: string): WordDifference {
  return { kind: "in", text };
}
