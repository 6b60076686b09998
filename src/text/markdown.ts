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

/**
 * One line of someone's words as people read them: plain where nothing in them would render, else as code, so that
 * no backslash is ever seen.
 */
export function formatInertText(words: string): string {
  const line = sanitizeLine(words);
  return RENDERS.test(line) ? formatCodeSpan(line) : line;
}

/** Emphasis, links, HTML, code, entities, addresses, and what makes a line something else at its beginning. */
const RENDERS =
  /[`*\\\]]|\[|<[A-Za-z/!?]|~~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#\w]+;)|:\/\/|\bwww\.|^(?:[-+=](?=[-=\s]|$)|>|#{1,6}(?:\s|$)|\d+[.)](?:\s|$))|\S+@\S+\.\w/iu;

/** With more backticks around it than there are inside. */
function formatCodeSpan(line: string): string {
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const marks = "`".repeat(longest + 1);
  const pad = /^`|`$/.test(line) ? " " : "";
  return `${marks}${pad}${line}${pad}${marks}`;
}

/** A cell: a bar inside would begin another one. */
export function formatInertCell(words: string): string {
  return words.replaceAll("|", "¦");
}

/** Several lines as they are, in a block of code that nothing inside can end. */
export function formatCodeBlock(words: string): string {
  const lines = words.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => cleanLine(line).trimEnd());
  const longest = Math.max(2, ...(words.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const marks = "`".repeat(longest + 1);
  return [`${marks}text`, ...lines, marks].join("\n");
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

/** A text of several paragraphs quoted as a block: its lists and its lines in bold stay, everything else is plain words. */
export function formatQuotedText(words: string): string {
  const lines = words.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trim());
  return lines
    .flatMap((line, index) => {
      const [, item] = /^[-*+] +(\S.*)$/.exec(line) ?? [];
      const [, bold] = /^\*\*([^*]+)\*\*:?$/.exec(line) ?? [];
      if (item !== undefined) return [`> - ${escapeMarkdown(item)}`];
      const shown = bold === undefined ? escapeMarkdown(line) : `**${escapeMarkdown(bold)}**`;
      // a line below another would be joined to it
      const isNew = index > 0 && lines[index - 1] !== "" && line !== "";
      return isNew ? [">", `> ${shown}`] : [`> ${shown}`.trimEnd()];
    })
    .join("\n");
}

/** Lines that are bold as a whole, where an escaped text has kept their signs. */
export function restoreBoldLines(escaped: string): string {
  return escaped.replace(/^\\\*\\\*([^*\\]+)\\\*\\\*$/gm, "**$1**");
}

/** Removes what could move a cursor, change a terminal or reorder text. */
export function sanitizeLine(words: string): string {
  return cleanLine(words).trim();
}

function cleanLine(words: string): string {
  return words
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "");
}
