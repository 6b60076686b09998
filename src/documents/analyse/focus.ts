import { singularizeWord, listComparableWords } from "../../text/comparable-words.ts";
/** Whether a point is about what a person wants the debate to look at. */
import type { ComparisonPoint } from "../comparison-point.ts";

/** Every word of one of the areas stands in what the point is about, is called or quotes. No area: every point. */
export function isPointInFocus(point: ComparisonPoint, focus: readonly string[]): boolean {
  const areas = focus
    .map((area) => listComparableWords(area).map(singularizeWord))
    .filter((words) => words.length > 0);
  if (areas.length === 0) return true;
  const { category, kind, topic, summary, sides } = point;
  const text = [category, kind, topic ?? "", summary, ...sides.map(({ quote }) => quote)].join(" ");
  const words = new Set(listComparableWords(text).map(singularizeWord));
  return areas.some((area) => area.every((word) => words.has(word)));
}
