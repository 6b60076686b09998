/** In which order the nodes of each column stand, so that lines between columns cross little. */

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

/** Each column in turn is sorted by where its neighbours stand, forth and back. */
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
