/** Where two texts begin to differ, as a person would point at it. */

export interface LineDifference {
  readonly line: number;
  readonly what: string;
}

const MAX_EXCERPT = 100;

export function findFirstDifferentLine(
  found: string,
  expected: string,
): LineDifference | undefined {
  if (found === expected) return undefined;
  const has = found.split("\n");
  const wants = expected.split("\n");
  const longer = Math.max(has.length, wants.length);
  for (let index = 0; index < longer; index++) {
    const [mine, due] = [has[index], wants[index]];
    if (mine === due) continue;
    if (mine === undefined)
      return { line: index + 1, what: `is missing: ${formatLineExcerpt(due ?? "")}` };
    if (due === undefined)
      return { line: index + 1, what: `is one too many: ${formatLineExcerpt(mine)}` };
    const at = findFirstDifferentCharacter(mine, due);
    return {
      line: index + 1,
      what: `reads ${formatLineExcerpt(mine, at)}, and should read ${formatLineExcerpt(due, at)}`,
    };
  }
  return undefined;
}

function findFirstDifferentCharacter(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** The part around a place, since lines can be long. */
function formatLineExcerpt(text: string, at = 0): string {
  const from = at < MAX_EXCERPT - 20 ? 0 : at - 20;
  const part = text.slice(from, from + MAX_EXCERPT);
  const before = from === 0 ? "" : "…";
  return `"${before}${part}${from + MAX_EXCERPT < text.length ? "…" : ""}"`;
}
