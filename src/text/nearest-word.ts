/** The word a person probably meant: the closest known one, or none if all of them are too different. */
export function findNearestWord(word: string, known: readonly string[]): string | undefined {
  const asked = normalizeWord(word);
  // a third of the letters may be wrong: more, and the suggestion is a guess about something else
  const farthest = Math.max(1, Math.floor(asked.length / 3));
  let best: { word: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = computeEditDistance(asked, normalizeWord(candidate));
    if (distance <= farthest && distance < (best?.distance ?? Infinity)) {
      best = { word: candidate, distance };
    }
  }
  return best?.word;
}

/** `max_rounds`, `max-rounds` and `maxRounds` are one word to a person. */
function normalizeWord(word: string): string {
  return word
    .slice(0, MAX_COMPARED_LENGTH)
    .toLowerCase()
    .replace(/[-_\s]/g, "");
}

// the distance takes time in proportion to the product of both lengths
const MAX_COMPARED_LENGTH = 64;

/** Letters to change, add, drop, or swap with their neighbour. */
function computeEditDistance(from: string, to: string): number {
  const letters = Array.from(to);
  let before: number[] = [];
  let row = [0, ...letters.map((_, index) => index + 1)];
  let previous = "";
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1];
    for (const [column, other] of letters.entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1);
      const swapped =
        letter === letters[column - 1] && previous === other
          ? (before[column - 1] ?? Infinity) + 1
          : Infinity;
      next.push(Math.min(changed, swapped, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    [before, row, previous] = [row, next, letter];
  }
  return row.at(-1) ?? 0;
}
