/** Ranges of lines, counted from 1, both ends included. */

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** In order, and joined where they meet or overlap. */
export function joinRanges(ranges: readonly LineRange[]): LineRange[] {
  const joined: LineRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && range.from <= last.to + 1)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else joined.push(range);
  }
  return joined;
}

/** What of a range is in none of the others. */
export function subtractRanges(range: LineRange, others: readonly LineRange[]): LineRange[] {
  let rest = [range];
  for (const { from, to } of others) {
    rest = rest.flatMap((one) =>
      [
        { from: one.from, to: Math.min(one.to, from - 1) },
        { from: Math.max(one.from, to + 1), to: one.to },
      ].filter((part) => part.from <= part.to),
    );
  }
  return joinRanges(rest);
}

/** A path with lines after it, `src/a.ts:10-80`; null where there are none. */
export function splitLineRange(written: string): { path: string; range: LineRange | null } {
  const match = /^([^]+?):L?(\d{1,9})(?:(?:-|\.\.|:)L?(\d{1,9}))?$/.exec(written);
  if (!match) return { path: written, range: null };
  const [, path = "", first = "", last = first] = match;
  const [from, to] = [Number(first), Number(last)].toSorted((a, b) => a - b);
  return { path, range: { from: Math.max(1, from ?? 1), to: Math.max(1, to ?? 1) } };
}
