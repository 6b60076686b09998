/** A heading's words without their marks. */
import type { Nodes } from "mdast";
import { fromMarkdown, type Options } from "mdast-util-from-markdown";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { gfmFootnote } from "micromark-extension-gfm-footnote";

import { normalizeLabel } from "./markdown-block.ts";

const INLINE: Options = {
  extensions: [gfmFootnote()],
  mdastExtensions: [gfmFootnoteFromMarkdown()],
};

/** Longer ones keep their marks: the parser may take quadratic time over brackets. */
const LONGEST = 2_000;

/** Reads each heading once, however many variants have it. `labels` are those the document defines. */
export function parseHeadingTitle(marked: string, labels: ReadonlySet<string>): string {
  if (!/[\\`*_[\]<>&!]/.test(marked) || marked.length > LONGEST) return joinTitleLines(marked);
  const used = listUsedLabels(marked, labels);
  const heading = /[\r\n]/.test(marked) ? `${marked}\n===` : `# ${marked} #`;
  const page = [heading, ...used.map((label) => `[${label}]: x`)].join("\n\n");
  const known = headingTitleCache.get(page);
  if (known !== undefined) return known;
  if (headingTitleCache.size > MOST_REMEMBERED) headingTitleCache.clear();
  const title = joinTitleLines(parseInlineTitle(page) ?? marked);
  headingTitleCache.set(page, title);
  return title;
}

const headingTitleCache = new Map<string, string>();
const MOST_REMEMBERED = 10_000;

function listUsedLabels(marked: string, labels: ReadonlySet<string>): string[] {
  if (labels.size === 0) return [];
  const bracketed = [...marked.matchAll(/\[((?:[^[\]\\]|\\.)*)\]/gs)].map(
    ([, label = ""]) => label,
  );
  return bracketed.filter((label) => labels.has(normalizeLabel(label)));
}

function parseInlineTitle(page: string): string | null {
  try {
    const [heading] = fromMarkdown(page, INLINE).children;
    return heading === undefined ? null : readNodeWords(heading);
  } catch {
    return null;
  }
}

function readNodeWords(node: Nodes): string {
  if ("value" in node) return node.type === "html" ? "" : node.value;
  if ("alt" in node) return node.alt ?? "";
  if ("children" in node) return node.children.map(readNodeWords).join("");
  return node.type === "break" ? " " : "";
}

function joinTitleLines(words: string): string {
  return words
    .replace(/[ \t\r\n]+/g, " ")
    .replace(/^ | $/g, "")
    .replaceAll("\0", "\ufffd");
}
