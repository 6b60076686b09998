/** What a Markdown page would render besides words: used to prove that quoted words stay words. */
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { gfmTable } from "micromark-extension-gfm-table";

export interface RenderedMarkup {
  /** Types of what nobody else's words may become. */
  readonly foreign: readonly string[];
  readonly headings: number;
  /** Cells of every row of every table. */
  readonly cells: readonly number[];
}

const FOREIGN = new Set([
  "html",
  "link",
  "linkReference",
  "image",
  "imageReference",
  "definition",
  "footnoteReference",
  "footnoteDefinition",
  "emphasis",
  "blockquote",
  "thematicBreak",
]);

export function findRenderedMarkup(page: string): RenderedMarkup {
  const tree = fromMarkdown(page, {
    extensions: [gfmTable(), gfmFootnote()],
    mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()],
  });
  const [foreign, cells]: [string[], number[]] = [[], []];
  let headings = 0;
  const visit = (node: Nodes): void => {
    if (FOREIGN.has(node.type)) foreign.push(node.type);
    if (node.type === "heading") headings++;
    if (node.type === "tableRow") cells.push(node.children.length);
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(tree);
  return { foreign, headings, cells };
}
