/** K21: points whose votes depend on each other: one lies within another, or both give the same id to something. */
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import { type ParsedDocument, containsSpan } from "../../../documents/document.ts";
import { listDefinedIds } from "../../../documents/markdown/defined-ids.ts";
import { findDocumentLines, findLineAtOffset } from "../../../documents/markdown/text-lines.ts";

/** "U-002, U-003 (D1.2)", "X-001, C-004". */
export function listRelatedPoints(
  documents: readonly ParsedDocument[],
  voted: readonly ComparisonPoint[],
): string[] {
  const groups: { readonly points: Set<string>; readonly ids: Set<string> }[] = [];
  const relate = (points: readonly string[], id: string | null): void => {
    const touched = groups.filter((group) => points.some((one) => group.points.has(one)));
    const home = touched[0] ?? { points: new Set<string>(), ids: new Set<string>() };
    if (touched.length === 0) groups.push(home);
    for (const other of touched.slice(1)) {
      for (const one of other.points) home.points.add(one);
      for (const one of other.ids) home.ids.add(one);
      groups.splice(groups.indexOf(other), 1);
    }
    for (const one of points) home.points.add(one);
    if (id !== null) home.ids.add(id);
  };
  for (const given of groupIds(documents, voted))
    for (const one of given)
      for (const other of given)
        if (one.variant < other.variant && isApart(given, one, other))
          relate([one.point, other.point], one.id);
  for (const [at, one] of voted.entries())
    for (const other of voted.slice(at + 1))
      if (overlaps(one, other)) relate([one.id, other.id], null);
  return groups.map(({ points, ids }) => {
    const inOrder = voted.map(({ id }) => id).filter((id) => points.has(id));
    return `${inOrder.join(", ")}${ids.size === 0 ? "" : ` (${[...ids].join(", ")})`}`;
  });
}

interface GivenId {
  readonly id: string;
  readonly variant: number;
  readonly point: string;
}

/** Neither point has the id of both drafts: those are compared already. */
function isApart(given: readonly GivenId[], one: GivenId, other: GivenId): boolean {
  const has = (point: string, variant: number): boolean =>
    given.some((two) => two.point === point && two.variant === variant);
  return !has(one.point, other.variant) && !has(other.point, one.variant);
}

/** What is given one id in headings, in items or in rows, with the points in whose words it is given. */
function groupIds(
  documents: readonly ParsedDocument[],
  voted: readonly ComparisonPoint[],
): GivenId[][] {
  const found = new Map<string, GivenId[]>();
  for (const document of documents) {
    const { variant } = document;
    const lines = findDocumentLines(document);
    const sides = voted.flatMap(({ id, sides }) =>
      sides
        .filter((side) => side.variant === variant)
        .map(({ start, end }) => ({
          point: id,
          first: findLineAtOffset(lines, start) + 1,
          last: findLineAtOffset(lines, Math.max(start, end - 1)) + 1,
        })),
    );
    for (const { id, line, place } of listDefinedIds(document))
      for (const { point, first, last } of sides) {
        if (line < first || last < line) continue;
        const key = `${place} ${id}`;
        found.set(key, [...(found.get(key) ?? []), { id, variant, point }]);
      }
  }
  return [...found.values()];
}

function overlaps(one: ComparisonPoint, other: ComparisonPoint): boolean {
  return one.sides.some((side) =>
    other.sides.some(
      (second) =>
        side.variant === second.variant &&
        (containsSpan(side, second) || containsSpan(second, side)),
    ),
  );
}
