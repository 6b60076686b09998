/** The block list that the complete parser gives for a whole text at once; what the quick reader is held against. */
import type { Nodes, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { gfmTable } from "micromark-extension-gfm-table";

import type { ParsedDocument, TextSpan } from "../../../src/documents/document.ts";

export interface SeenBlock extends TextSpan {
  readonly kind: string;
  readonly depth: number;
  readonly title: string;
  readonly parts: readonly TextSpan[];
}

const NAMES: Readonly<Record<string, string>> = {
  blockquote: "quote",
  footnoteDefinition: "footnote",
  thematicBreak: "rule",
  yaml: "front-matter",
  toml: "front-matter",
};

export function wholeParse(text: string): SeenBlock[] {
  // the parser drops a byte order mark and counts from after it
  const by = text.startsWith("\ufeff") ? 1 : 0;
  // front matter that is never closed makes its parser misread the line after it
  const front =
    /^\ufeff?(---|\+\+\+)[ \t]*(?:\r\n|[\r\n])(?:[^]*?(?:\r\n|[\r\n]))??\1[ \t]*(?:[\r\n]|$)/.test(
      text,
    );
  const kinds = ["yaml", "toml"] as const;
  const tree = fromMarkdown(text, {
    extensions: [gfmTable(), gfmFootnote(), ...(front ? [frontmatter([...kinds])] : [])],
    mdastExtensions: [
      gfmTableFromMarkdown(),
      gfmFootnoteFromMarkdown(),
      frontmatterFromMarkdown([...kinds]),
    ],
  });
  const span = ({ position }: Pick<RootContent, "position">): TextSpan => {
    let start = position!.start.offset! + by;
    while (start > by && !/[\r\n]/.test(text.charAt(start - 1))) start--;
    let end = position!.end.offset! + by;
    while (end > start && /[ \t\r\n]/.test(text.charAt(end - 1))) end--;
    return { start, end };
  };
  const spans = tree.children.map(span);
  return tree.children.map((node, index) => ({
    kind: NAMES[node.type] ?? node.type,
    ...after(text, spans[index]!, spans[index - 1]?.end ?? 0),
    depth: node.type === "heading" ? node.depth : 0,
    title:
      node.type === "heading"
        ? words(node)
            .replace(/[ \t\r\n]+/g, " ")
            .replace(/^ | $/g, "")
        : "",
    parts:
      node.type === "list" || node.type === "table" ? apart(text, node.children.map(span)) : [],
  }));
}

/** The parser lets an underlined heading begin with the definition before it. */
function after(text: string, { start, end }: TextSpan, beyond: number): TextSpan {
  if (start >= beyond || beyond >= end) return { start, end };
  return { start: beyond + /^[ \t\r\n]*[\r\n]|^/.exec(text.slice(beyond, end))![0].length, end };
}

/** The parser lets an item that ends in open code or HTML reach into the next one. */
function apart(text: string, parts: readonly TextSpan[]): TextSpan[] {
  return parts.map(({ start, end }, index) => {
    const most = Math.min(end, parts[index + 1]?.start ?? end);
    return { start, end: start + text.slice(start, most).replace(/[ \t\r\n]+$/, "").length };
  });
}

export function seenBlocks({ blocks }: ParsedDocument): SeenBlock[] {
  return blocks.map(({ kind, start, end, depth, title, parts }) => ({
    kind,
    start,
    end,
    depth,
    title,
    parts,
  }));
}

/**
 * After indented code the complete parser believes that a paragraph is being interrupted, and takes an empty item, a
 * list that begins with another number than 1, and an item directly inside of a quote or an item for prose. CommonMark
 * has no such rule, and the quick reader follows it. Nor does it care for links whose labels look like a footnote's.
 */
export function isMisread({ text, blocks }: ParsedDocument): boolean {
  if (/^[ >]*(?: {4}|\t)[ \t]*\[\^[^\]]*\]:/m.test(text)) return true;
  return blocks.some(({ kind, start, end }, index) => {
    const next = blocks[index + 1];
    if (kind !== "code" || !/^(?: {4}| {0,3}\t)/.test(text.slice(start, end))) return false;
    if (next === undefined || !["list", "quote", "footnote"].includes(next.kind)) return false;
    return !/^ {0,3}(?:[-+*]|1[.)]|>)[ \t]+[A-Za-z]/.test(text.slice(next.start, next.end));
  });
}

function words(node: Nodes): string {
  if ("value" in node) return node.type === "html" ? "" : node.value;
  if ("alt" in node) return node.alt ?? "";
  if ("children" in node) return node.children.map(words).join("");
  return node.type === "break" ? " " : "";
}
