/** The pairs of two lists whose scores are highest as a whole; each is in one pair at most. */

/** Beyond this many the best pairs are taken one after another, which is nearly as good and much faster. */
const MOST_EXACT = 120;

/** `scores[row][column]`; 0 never pairs. */
export function findBestAssignment(
  scores: readonly (readonly number[])[],
  columns: number,
): (readonly [number, number])[] {
  const rows = scores.length;
  if (rows === 0 || columns === 0) return [];
  const pairs =
    rows <= MOST_EXACT && columns <= MOST_EXACT
      ? assignExactly(scores, columns)
      : assignGreedily(scores);
  return pairs.filter(([row, column]) => (scores[row]?.[column] ?? 0) > 0);
}

function assignGreedily(scores: readonly (readonly number[])[]): (readonly [number, number])[] {
  const cells = scores.flatMap((own, row) =>
    own.flatMap((score, column) => (score > 0 ? [{ row, column, score }] : [])),
  );
  const [rows, columns] = [new Set<number>(), new Set<number>()];
  const pairs: (readonly [number, number])[] = [];
  for (const { row, column } of cells.toSorted((a, b) => b.score - a.score)) {
    if (rows.has(row) || columns.has(column)) continue;
    rows.add(row);
    columns.add(column);
    pairs.push([row, column]);
  }
  return pairs.toSorted(([a], [b]) => a - b);
}

/** The Hungarian method with potentials, on a square filled up with zeros. */
function assignExactly(
  scores: readonly (readonly number[])[],
  columns: number,
): (readonly [number, number])[] {
  const size = Math.max(scores.length, columns);
  const cost = (row: number, column: number): number => -(scores[row - 1]?.[column - 1] ?? 0);
  const [u, v] = [new Float64Array(size + 1), new Float64Array(size + 1)];
  const holder = new Int32Array(size + 1);
  const way = new Int32Array(size + 1);
  for (let row = 1; row <= size; row++) {
    holder[0] = row;
    let column = 0;
    const least = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(size + 1);
    do {
      used[column] = 1;
      const own = holder[column] ?? 0;
      let [delta, next] = [Number.POSITIVE_INFINITY, 0];
      for (let other = 1; other <= size; other++) {
        if (used[other] === 1) continue;
        const reduced = cost(own, other) - (u[own] ?? 0) - (v[other] ?? 0);
        if (reduced < (least[other] ?? 0)) {
          least[other] = reduced;
          way[other] = column;
        }
        if ((least[other] ?? 0) < delta) [delta, next] = [least[other] ?? 0, other];
      }
      for (let other = 0; other <= size; other++) {
        if (used[other] === 1) {
          const held = holder[other] ?? 0;
          u[held] = (u[held] ?? 0) + delta;
          v[other] = (v[other] ?? 0) - delta;
        } else least[other] = (least[other] ?? 0) - delta;
      }
      column = next;
    } while (holder[column] !== 0);
    while (column !== 0) {
      const before = way[column] ?? 0;
      holder[column] = holder[before] ?? 0;
      column = before;
    }
  }
  return Array.from({ length: size }, (_, at) => [(holder[at + 1] ?? 0) - 1, at] as const)
    .filter(([row, column]) => row >= 0 && row < scores.length && column < columns)
    .toSorted(([a], [b]) => a - b);
}
