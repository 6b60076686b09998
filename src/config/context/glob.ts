/** Patterns for files: `*` stands for any part of one name, `**` for any number of directories. */

export function isGlobPattern(path: string): boolean {
  return path.includes("*");
}

/** Whether a path with forward slashes fits a pattern. */
export function matchesGlob(path: string, pattern: string): boolean {
  const segments = pattern.split("/").filter((segment, index, all) => {
    return segment !== "." && !(segment === "**" && all[index - 1] === "**");
  });
  return matchesSegments(path.split("/"), segments);
}

function matchesSegments(path: readonly string[], pattern: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === "**") {
    // at the end it stands for everything inside, not for the directory itself
    if (rest.length === 0) return path.length > 0;
    return path.some((_, index) => matchesSegments(path.slice(index), rest));
  }
  const [name, ...below] = path;
  return name !== undefined && matchesNamePattern(name, first) && matchesSegments(below, rest);
}

/** Walks both strings once and returns only to the last star, so that no pattern can take for ever. */
export function matchesNamePattern(name: string, pattern: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let starred = 0;
  while (at < name.length) {
    if (pattern[next] === "*") {
      star = next++;
      starred = at;
    } else if (pattern[next] === name[at]) {
      next++;
      at++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++starred;
    } else {
      return false;
    }
  }
  while (pattern[next] === "*") next++;
  return next === pattern.length;
}
