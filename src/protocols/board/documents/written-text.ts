/** Words of models in a board's pages: as they were written, with their paragraphs and lists, and never as markup. */
import { escapeMarkdown } from "../../../text/markdown.ts";

/** A headline, who it belongs to, and the rest as a paragraph of the same item. */
export function foldedItem(headline: string, aside: string, rest: readonly string[]): string {
  const body = rest.map((part) => part.replace(/^/gm, "  "));
  return [`- **${escapeMarkdown(headline)}**${aside}`, ...body].join("\n\n");
}

/** Paragraphs and lists as they were written; everything else in them is plain words. */
export function formatParagraphs(words: string): string[] {
  return words
    .split(/\n\s*\n/)
    .map((part) =>
      part
        .trim()
        .split(/\n(?=\s*(?:[-*•]|\d+[.)])\s)/)
        .map(formatLine)
        .join("\n"),
    )
    .filter((part) => part !== "");
}

function formatLine(line: string): string {
  const item = /^\s*(?:[-*•]|\d+[.)])\s+(.*)$/s.exec(line)?.[1];
  return item === undefined ? escapeMarkdown(line) : `- ${escapeMarkdown(item)}`;
}

export function formatBulletLines(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}
