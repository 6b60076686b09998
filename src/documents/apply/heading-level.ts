/** The same heading at another level. */

const DEEPEST_HEADING = 6;

export function changeHeadingLevel(heading: string, depth: number): string {
  const level = Math.min(DEEPEST_HEADING, Math.max(1, depth));
  const marks = /^( {0,3})#{1,6}(?=[ \t\r\n]|$)/;
  if (marks.test(heading)) return heading.replace(marks, `$1${"#".repeat(level)}`);
  const lines = heading.split(/\r\n|[\r\n]/);
  const underline = lines.pop() ?? "";
  if (level <= 2) {
    const mark = level === 1 ? "=" : "-";
    return heading.slice(0, heading.length - underline.length) + underline.replace(/[=-]/g, mark);
  }
  const words = lines.map((line) => line.trim()).join(" ");
  // marks at the end would be taken for closing ones
  return `${"#".repeat(level)} ${words}${/(?:^|[ \t])#+$/.test(words) ? " #" : ""}`;
}
