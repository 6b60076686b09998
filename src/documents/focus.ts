/** Whether a point is about what a person wants the debate to look at. */
import type { Point } from "./point.ts";
import { singular, wordsOf } from "./words.ts";

/** Every word of one of the areas stands in what the point is about, is called or quotes. No area: every point. */
export function isInFocus(point: Point, focus: readonly string[]): boolean {
  const areas = focus
    .map((area) => wordsOf(area).map(singular))
    .filter((words) => words.length > 0);
  if (areas.length === 0) return true;
  const { category, kind, topic, summary, sides } = point;
  const text = [category, kind, topic ?? "", summary, ...sides.map(({ quote }) => quote)].join(" ");
  const words = new Set(wordsOf(text).map(singular));
  return areas.some((area) => area.every((word) => words.has(word)));
}
