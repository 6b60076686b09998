/** Which keywords occur in a text, on word boundaries and in list order. */
export function matchedIn(text: string, keywords: string): string[] {
  return keywords
    .split(",")
    .map((keyword) => keyword.trim().replace(/\s+/g, " "))
    .filter((keyword) => keyword !== "" && onBoundaries(keyword).test(text));
}

const patterns = new Map<string, RegExp>();

function onBoundaries(keyword: string): RegExp {
  const known = patterns.get(keyword);
  if (known) return known;
  const spelled = keyword.replaceAll(" ", "[\\s-]+");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${spelled}(?![\\p{L}\\p{N}])`, "iu");
  patterns.set(keyword, pattern);
  return pattern;
}
