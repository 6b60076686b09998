/**
 * R3: Williams' rows. Over all rows every position stands equally often in every place, and equally often right
 * after every other one. An even number of positions needs as many rows, an odd number twice as many.
 */
export function countWilliamsRows(size: number): number {
  return size % 2 === 0 ? size : 2 * size;
}

/** The positions 0 to size - 1 in the order of one row; rows go on from the first after the last. */
export function computeWilliamsRow(size: number, row: number): number[] {
  if (size === 0) return [];
  const at = row % countWilliamsRows(size);
  const cells = createZigzagOrder(size).map((cell) => (cell + at) % size);
  return at < size ? cells : cells.toReversed();
}

/** 0, 1, size - 1, 2, size - 2…: no two neighbours are the same distance apart. */
function createZigzagOrder(size: number): number[] {
  return Array.from({ length: size }, (_, place) =>
    place % 2 === 1 ? (place + 1) / 2 : (size - place / 2) % size,
  );
}
