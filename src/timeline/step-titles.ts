/** The titles of steps as people read them. */

/** "Discussion 2" of `discussion-2`: its own title, else its family's with the number, else its name in words. */
export function formatStepTitle(step: string, titles: Readonly<Record<string, string>>): string {
  const own = Object.hasOwn(titles, step) ? titles[step] : undefined;
  if (own !== undefined) return own;
  const { family, number } = parseStepFamily(step);
  const known = Object.hasOwn(titles, family) ? titles[family] : undefined;
  const title = known ?? formatStepWords(family);
  if (number === null) return title;
  // "Scores, to the lead alone 2" would read as if the lead were the second
  return title.includes(" ") ? `${title} (${number})` : `${title} ${number}`;
}

/** `responses` and 2 of `responses-2`. */
export function parseStepFamily(step: string): { family: string; number: number | null } {
  const [, family = step, number] = /^(.+)-(\d{1,6})$/.exec(step) ?? [];
  return { family, number: number === undefined ? null : Number(number) };
}

function formatStepWords(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
