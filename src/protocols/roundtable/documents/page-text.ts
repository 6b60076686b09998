/** Words of models in a Markdown page: as they were written, with their paragraphs and lists, and never as markup. */
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";

const LIST_ITEM = /^(\s*)([-*+]|\d{1,3}[.)])\s+(.*)$/;

/** Paragraphs and lists stay what they are; everything else is plain words. */
export function formatPlainText(words: string): string {
  return words
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => {
      const [, indent = "", mark, rest = ""] = LIST_ITEM.exec(line) ?? [];
      if (mark === undefined) return escapeMarkdown(line);
      const bullet = /^\d/.test(mark) ? mark : "-";
      return `${indent.replaceAll("\t", "    ").slice(0, 8)}${bullet} ${escapeMarkdown(rest)}`;
    })
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

export function formatSection(title: string, body: string): string {
  return `## ${title}\n\n${body}`;
}

/** A full argument below its headline, folded away. */
export function formatFolded(summary: string, words: string): string {
  return `<details><summary>${summary}</summary>\n\n${formatBlockQuote(words)}\n\n</details>`;
}
