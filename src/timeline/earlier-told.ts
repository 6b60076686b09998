/** What is told of something at a moment, where a later event changed it. */
import type { EarlierTold } from "./debate-timeline.ts";

interface Told {
  readonly earlier?: EarlierTold<object>;
}

export function tellAsThen<One extends Told>(one: One, at: number): One {
  if (!one.earlier || at >= one.earlier.until) return one;
  const { earlier, ...rest } = one;
  return { ...rest, ...earlier.told } as One;
}
