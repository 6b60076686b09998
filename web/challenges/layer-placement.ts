/** The vertical positions of each column's nodes, once their order is known. */
export interface LayerDimensions {
  readonly width: number;
  /** Between columns; labels left of a node are there. */
  readonly gap: number;
  readonly rowGap: number;
  readonly top: number;
  readonly start: number;
}

export interface PlacedBox {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** Every node as near to its neighbours' height as the order of its column allows. */
export function placeLayerNodes(
  columns: readonly (readonly LayerSlot[])[],
  places: LayerPlacementContext,
): Map<string, PlacedBox> {
  const { measure, neighbours, computeX } = places;
  const placed = new Map<string, PlacedBox>();
  const put = (column: number, wished: (slot: LayerSlot, stacked: number) => number): void => {
    for (const { slot, y } of stackNearWishes(columns[column] ?? [], wished, measure)) {
      placed.set(slot.id, { x: computeX(column), y, height: slot.height });
    }
  };
  for (const column of columns.keys()) put(column, (_, stacked) => stacked);
  const nearNeighbours = (slot: LayerSlot, stacked: number): number => {
    const middles = (neighbours.get(slot.id) ?? []).flatMap((id) => {
      const place = placed.get(id);
      return place ? [place.y + place.height / 2] : [];
    });
    if (middles.length === 0) return stacked;
    return middles.reduce((sum, one) => sum + one, 0) / middles.length - slot.height / 2;
  };
  // the fullest column stays as it is, and the others gather around it
  const fullest = columns.reduce((best, slots, column) => {
    const most = columns[best]?.length ?? 0;
    return slots.length > most ? column : best;
  }, 0);
  for (let round = 0; round < PLACEMENT_ROUNDS; round += 1) {
    for (const column of listColumnsOutward(columns.length, fullest)) put(column, nearNeighbours);
  }
  return placed;
}

interface LayerPlacementContext {
  readonly measure: LayerDimensions;
  readonly neighbours: ReadonlyMap<string, readonly string[]>;
  readonly computeX: (column: number) => number;
}

const PLACEMENT_ROUNDS = 3;

/** All columns but one, those beside it first. */
function listColumnsOutward(count: number, middle: number): number[] {
  return [...Array(count).keys()]
    .filter((column) => column !== middle)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

/**
 * Heights nearest to those wished for, in order and without overlap. Without the room that nodes take, what is left
 * is a rising sequence, and neighbours that would fall are pooled at their mean.
 */
function stackNearWishes(
  slots: readonly LayerSlot[],
  wished: (slot: LayerSlot, stacked: number) => number,
  { top, rowGap }: LayerDimensions,
): { slot: LayerSlot; y: number }[] {
  const pools: { sum: number; slots: { slot: LayerSlot; offset: number }[] }[] = [];
  let offset = 0;
  for (const slot of slots) {
    const wish = Math.max(top, wished(slot, top + offset)) - offset;
    pools.push({ sum: wish, slots: [{ slot, offset }] });
    offset += slot.height + (slot.passing ? rowGap / 2 : rowGap);
    for (;;) {
      const last = pools.at(-1);
      const before = pools.at(-2);
      if (!last || !before || computePoolMean(before) <= computePoolMean(last)) break;
      pools.splice(-2, 2, { sum: before.sum + last.sum, slots: [...before.slots, ...last.slots] });
    }
  }
  return pools.flatMap((pool) =>
    pool.slots.map(({ slot, offset: room }) => ({
      slot,
      y: Math.max(top, computePoolMean(pool)) + room,
    })),
  );
}

function computePoolMean({
  sum,
  slots,
}: {
  readonly sum: number;
  readonly slots: readonly unknown[];
}): number {
  return sum / slots.length;
}

// The order of each column's nodes, so that few lines cross.

export interface LayerSlot {
  readonly id: string;
  readonly height: number;
  /** A line passes here; nothing is drawn. */
  readonly passing: boolean;
}

export interface EdgeRouteStop {
  readonly id: string;
  readonly column: number;
}

const ORDERING_SWEEPS = 6;

/** What each is joined to in the columns beside its own. */
export function collectNeighbours(routes: readonly EdgeRouteStop[][]): Map<string, string[]> {
  const neighbours = new Map<string, string[]>();
  const join = (a: string, b: string): void => {
    neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
  };
  for (const route of routes) {
    for (const [index, stop] of route.entries()) {
      const next = route[index + 1];
      if (!next || next.column === stop.column) continue;
      join(stop.id, next.id);
      join(next.id, stop.id);
    }
  }
  return neighbours;
}

/** Each column in turn is sorted by the positions of its neighbours, forwards and backwards. */
export function orderLayerColumns(
  columns: readonly LayerSlot[][],
  neighbours: ReadonlyMap<string, readonly string[]>,
): LayerSlot[][] {
  let now = columns.map((slots) => [...slots]);
  for (let sweep = 0; sweep < ORDERING_SWEEPS; sweep += 1) {
    const forth = sweep % 2 === 0;
    const order = [...now.keys()];
    for (const column of forth ? order : order.reverse()) {
      const beside = now[forth ? column - 1 : column + 1];
      if (beside) now = now.with(column, sortByNeighbours(now[column] ?? [], beside, neighbours));
    }
  }
  return now;
}

function sortByNeighbours(
  slots: readonly LayerSlot[],
  beside: readonly LayerSlot[],
  neighbours: ReadonlyMap<string, readonly string[]>,
): LayerSlot[] {
  const rank = new Map(beside.map(({ id }, index) => [id, index]));
  const scale = slots.length === 0 ? 1 : beside.length / slots.length;
  return slots
    .map((slot, index) => {
      const ranks = (neighbours.get(slot.id) ?? []).flatMap((id) => rank.get(id) ?? []);
      const middle = ranks.reduce((sum, one) => sum + one, 0) / Math.max(1, ranks.length);
      return { slot, weight: ranks.length === 0 ? index * scale : middle, index };
    })
    .sort((a, b) => a.weight - b.weight || a.index - b.index)
    .map(({ slot }) => slot);
}
