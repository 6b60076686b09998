/** Cuts text that is too long for where it is shown; the whole of it is shown somewhere else. */

/** At most so many characters, with the ellipsis; never through the middle of one. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${sliceWhole(text, most - 1).trimEnd()}…`;
}

/** The same, at the end of a word where the second half has one; the ellipsis comes on top. */
export function cutAtWord(line: string, most: number, ellipsis = "…"): string {
  if (line.length <= most) return line;
  const cut = sliceWhole(line, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most / 2)).trimEnd()}${ellipsis}`;
}

function sliceWhole(text: string, end: number): string {
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, "");
}
