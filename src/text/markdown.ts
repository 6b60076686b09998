/** Untrusted text inside a Markdown document: shown as it is, never as markup, links or HTML. */

/** One line of plain words; control characters and line breaks become spaces. */
export function escapeMarkdown(words: string): string {
  return (
    sanitizeLine(words)
      .replace(/[\\`*_[\]<>#|~]/g, "\\$&")
      .replace(/^[-+=](?=[-=\s]|$)/, "\\$&")
      .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2")
      .replace(/&(?=[#\w]+;)/g, "&amp;")
      .replace(/!(?=\\\[)/g, "\\!")
      // GitHub makes links of bare addresses
      .replace(/:(?=\/\/)/g, "\\:")
      .replace(/\bwww(?=\.)/gi, "$&\\")
  );
}

/** An id or a hash as code: what would end it cannot be in it. */
export function formatInlineCode(words: string): string {
  return `\`${sanitizeLine(words).replaceAll("`", "'")}\``;
}

/** A paragraph quoted as a block, line by line. */
export function formatBlockQuote(words: string): string {
  return words
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${escapeMarkdown(line)}`.trimEnd())
    .join("\n");
}

/** Removes what could move a cursor, change a terminal or reorder text. */
export function sanitizeLine(words: string): string {
  return words
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .trim();
}
