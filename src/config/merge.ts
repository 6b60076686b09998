/** Joins layers value by value: a later layer wins, and every value remembers where it came from. */
import { type Layer } from "./layers.ts";

export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly origin: string;
}

/** The leaves that remain, lowest layer first. */
export function mergedLeaves(layers: readonly Layer[]): readonly Leaf[] {
  let kept: Leaf[] = [];
  for (const layer of layers) {
    for (const leaf of leavesOf(layer, layer.values, [])) {
      const below = kept.filter((other) => overlaps(leaf.path, other.path));
      // an empty mapping says nothing against what a lower layer put there
      if (isMapping(leaf.value) && below.length > 0) continue;
      kept = kept.filter((other) => !below.includes(other));
      kept.push(isAdded(leaf) ? added(below, leaf) : leaf);
    }
  }
  return kept;
}

/** Leaves as one mapping again. */
export function treeOf(leaves: readonly Leaf[]): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const { path, value } of leaves) {
    let at = tree;
    for (const step of path.slice(0, -1)) {
      const below = at[step];
      at = isMapping(below) ? below : (at[step] = {});
    }
    at[path.at(-1) ?? ""] = value;
  }
  return tree;
}

function leavesOf(layer: Layer, values: object, above: readonly string[]): readonly Leaf[] {
  return Object.entries(values).flatMap(([key, value]): readonly Leaf[] => {
    const path = [...above, key];
    if (isMapping(value) && Object.keys(value).length > 0) return leavesOf(layer, value, path);
    return [{ path, value, origin: layer.origin(path) }];
  });
}

/** The same leaf, or one inside the other. */
function overlaps(path: readonly string[], other: readonly string[]): boolean {
  return path.every((step, index) => other[index] === undefined || other[index] === step);
}

/** No layer can take a lower one's protection away. */
function isAdded({ path }: Leaf): boolean {
  return path.join(".") === "context.deny";
}

function added(below: readonly Leaf[], leaf: Leaf): Leaf {
  const both = [...below, leaf];
  return {
    path: leaf.path,
    value: [...new Set(both.flatMap(({ value }) => (Array.isArray(value) ? value : [])))],
    origin: both.map(({ origin }) => origin).join(", "),
  };
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
