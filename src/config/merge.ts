/** Joins layers value by value: a later layer wins, and every value remembers where it came from. */
import { type ConfigLayer } from "./config-layers.ts";

export interface ConfigLeaf {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly origin: string;
}

/** The leaves that remain, lowest layer first. */
export function mergeLayerLeaves(layers: readonly ConfigLayer[]): readonly ConfigLeaf[] {
  let kept: ConfigLeaf[] = [];
  for (const layer of layers) {
    for (const leaf of listLayerLeaves(layer, layer.values, [])) {
      const below = kept.filter((other) => overlapsPath(leaf.path, other.path));
      // an empty mapping says nothing against what a lower layer put there
      if (isPlainMapping(leaf.value) && below.length > 0) continue;
      kept = kept.filter((other) => !below.includes(other));
      kept.push(isAdditiveSetting(leaf) ? appendToLeaf(below, leaf) : leaf);
    }
  }
  return kept;
}

/** Leaves as one mapping again. */
export function buildSettingsTree(leaves: readonly ConfigLeaf[]): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const { path, value } of leaves) {
    let at = tree;
    for (const step of path.slice(0, -1)) {
      const below = at[step];
      at = isPlainMapping(below) ? below : (at[step] = {});
    }
    at[path.at(-1) ?? ""] = value;
  }
  return tree;
}

function listLayerLeaves(
  layer: ConfigLayer,
  values: object,
  above: readonly string[],
): readonly ConfigLeaf[] {
  return Object.entries(values).flatMap(([key, value]): readonly ConfigLeaf[] => {
    const path = [...above, key];
    if (isPlainMapping(value) && Object.keys(value).length > 0)
      return listLayerLeaves(layer, value, path);
    return [{ path, value, origin: layer.origin(path) }];
  });
}

/** The same leaf, or one inside the other. */
function overlapsPath(path: readonly string[], other: readonly string[]): boolean {
  return path.every((step, index) => other[index] === undefined || other[index] === step);
}

/** No layer can take a lower one's protection away. */
function isAdditiveSetting({ path }: ConfigLeaf): boolean {
  return path.join(".") === "context.deny";
}

function appendToLeaf(below: readonly ConfigLeaf[], leaf: ConfigLeaf): ConfigLeaf {
  const both = [...below, leaf];
  return {
    path: leaf.path,
    value: [...new Set(both.flatMap(({ value }) => (Array.isArray(value) ? value : [])))],
    origin: both.map(({ origin }) => origin).join(", "),
  };
}

function isPlainMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
