/** Lines that were only broken to fit somebody's editor flow together; paragraphs, lists and headings stay apart. */
export function unwrapLines(text: string): string {
  return text.replace(/^(?!#)(.*[^\n])\n(?=[^\n\s#>|*+`\d-])/gm, "$1 ");
}
