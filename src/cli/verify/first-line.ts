/** Where two texts begin to differ, as a person would point at it. */

export interface LineApart {
  readonly line: number;
  readonly what: string;
}

const LONGEST = 100;

export function firstLineApart(found: string, expected: string): LineApart | undefined {
  if (found === expected) return undefined;
  const has = found.split("\n");
  const wants = expected.split("\n");
  const longer = Math.max(has.length, wants.length);
  for (let index = 0; index < longer; index++) {
    const [mine, due] = [has[index], wants[index]];
    if (mine === due) continue;
    if (mine === undefined) return { line: index + 1, what: `is missing: ${excerpt(due ?? "")}` };
    if (due === undefined) return { line: index + 1, what: `is one too many: ${excerpt(mine)}` };
    const at = firstDifference(mine, due);
    return {
      line: index + 1,
      what: `reads ${excerpt(mine, at)}, and should read ${excerpt(due, at)}`,
    };
  }
  return undefined;
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** The part around a place, since lines can be long. */
function excerpt(text: string, at = 0): string {
  const from = at < LONGEST - 20 ? 0 : at - 20;
  const part = text.slice(from, from + LONGEST);
  const before = from === 0 ? "" : "…";
  return `"${before}${part}${from + LONGEST < text.length ? "…" : ""}"`;
}
