/** Markdown as a tree of elements that can do nothing: no address is followed, no image loaded, no HTML read. */
import type { Nodes, PhrasingContent, Table, TableCell } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";

import { visible } from "./visible.ts";

export type Tag =
  | "p"
  | "h1"
  | "h2"
  | "h3"
  | "h4"
  | "h5"
  | "h6"
  | "em"
  | "strong"
  | "code"
  | "pre"
  | "br"
  | "hr"
  | "blockquote"
  | "ul"
  | "ol"
  | "li"
  | "table"
  | "thead"
  | "tbody"
  | "tr"
  | "th"
  | "td"
  | "span"
  | "div";

export interface Piece {
  readonly tag: Tag;
  readonly class?: string;
  /** Number of the first point of a list. */
  readonly start?: number;
  readonly children: readonly (Piece | string)[];
}

export interface Outline {
  /** Least number of signs before a heading in the whole text. */
  readonly top: number;
  /** Level of the heading that the text stands under. */
  readonly under: number;
}

/** Deeper than this a tree is shown as its words. */
const DEEPEST = 24;
const LONGEST_ADDRESS = 300;
const LONG_CELL = 60;

export function treeOf(text: string, outline: Outline): readonly (Piece | string)[] {
  const root = fromMarkdown(text, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  return inside(root, { outline, depth: 0 });
}

interface Place {
  readonly outline: Outline;
  readonly depth: number;
}

function inside(node: Nodes, place: Place): (Piece | string)[] {
  if (!("children" in node)) return [];
  if (place.depth > DEEPEST) return [visible(wordsIn(node))];
  const deeper = { ...place, depth: place.depth + 1 };
  return node.children.flatMap((child) => pieceOf(child, deeper));
}

function pieceOf(node: Nodes, place: Place): Piece | string | (Piece | string)[] {
  switch (node.type) {
    case "text":
      return visible(node.value);
    case "html":
      return piece("span", [visible(node.value)], "md-html");
    case "inlineCode":
      return piece("code", [visible(node.value)]);
    case "code":
      return piece("pre", [piece("code", [visible(node.value)])]);
    case "break":
      return piece("br", []);
    case "thematicBreak":
      return piece("hr", []);
    case "heading":
      return piece(headingTag(node.depth, place.outline), inside(node, place));
    case "list":
      return listOf(node, place);
    case "table":
      return tableOf(node, place);
    case "image":
      return imageLeftOut(node.alt, node.url);
    case "imageReference":
      return imageLeftOut(node.alt, "");
    case "link":
      return linkOf(node, place);
    case "definition":
      return piece("p", [`[${visible(node.identifier)}] `, addressOf(node.url)]);
    case "root":
    case "linkReference":
      return inside(node, place);
    default:
      return plainPiece(node, place);
  }
}

const TAGS: Readonly<Partial<Record<Nodes["type"], Tag>>> = {
  paragraph: "p",
  emphasis: "em",
  strong: "strong",
  blockquote: "blockquote",
  listItem: "li",
};

function plainPiece(node: Nodes, place: Place): Piece | (Piece | string)[] {
  const tag = TAGS[node.type];
  const children = inside(node, place);
  return tag ? piece(tag, children) : children;
}

function piece(tag: Tag, children: readonly (Piece | string)[], name?: string): Piece {
  return { tag, children, ...(name !== undefined && { class: name }) };
}

function headingTag(depth: number, { top, under }: Outline): Tag {
  const level = Math.min(6, Math.max(1, under + 1 + depth - top));
  return HEADINGS[level - 1] ?? "h6";
}

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

/** A list without empty lines has no paragraphs in its points. */
function listOf(node: Extract<Nodes, { type: "list" }>, place: Place): Piece {
  const loose = node.spread === true || node.children.some(({ spread }) => spread === true);
  const points = inside(node, place).map((point) =>
    loose || typeof point === "string" ? point : { ...point, children: tight(point.children) },
  );
  if (node.ordered !== true) return piece("ul", points);
  return {
    ...piece("ol", points),
    ...(node.start !== 1 && node.start !== null && { start: node.start ?? 1 }),
  };
}

function tight(children: Piece["children"]): Piece["children"] {
  return children.flatMap((child) =>
    typeof child !== "string" && child.tag === "p" ? child.children : [child],
  );
}

function tableOf(node: Table, place: Place): Piece {
  const rows = node.children.map((row, index) =>
    piece(
      "tr",
      row.children.map((cell, column) =>
        piece(
          // a head without words says nothing to whoever hears it
          index === 0 && cell.children.length > 0 ? "th" : "td",
          inside(cell, place),
          classOf(node, column, cell),
        ),
      ),
    ),
  );
  const [head, ...body] = rows;
  const table = piece("table", [
    piece("thead", head ? [head] : []),
    ...(body.length > 0 ? [piece("tbody", body)] : []),
  ]);
  return piece("div", [table], "md-table");
}

/** Numbers stand on the right; long words need room, or they stand one below the other. */
function classOf({ align }: Table, column: number, cell: TableCell): string | undefined {
  const side = align?.[column];
  const classes = [
    ...(side === "right" || side === "center" ? [`md-${side}`] : []),
    ...(wordsIn(cell).length > LONG_CELL ? ["md-long"] : []),
  ];
  return classes.length === 0 ? undefined : classes.join(" ");
}

/** Nothing is fetched; that there was a picture is said. */
function imageLeftOut(alt: string | null | undefined, url: string): Piece {
  const words = alt ? `image left out: ${alt}` : "image left out";
  return piece(
    "span",
    [`[${visible(words)}]`, ...(url === "" ? [] : [" ", addressOf(url)])],
    "md-image",
  );
}

/** A link's words, and where it would lead, to be read and not followed. */
function linkOf(
  node: Extract<PhrasingContent, { type: "link" }>,
  place: Place,
): (Piece | string)[] {
  const words = inside(node, place);
  const isBare = wordsIn(node) === node.url || `mailto:${wordsIn(node)}` === node.url;
  if (isBare || node.url === "") return isBare ? [addressOf(node.url)] : words;
  return [...words, " ", addressOf(node.url)];
}

function addressOf(url: string): Piece {
  const cut = url.length > LONGEST_ADDRESS;
  const words = cut ? `${url.slice(0, LONGEST_ADDRESS)}… (${url.length} characters)` : url;
  return piece("span", [visible(words)], "md-address");
}

/** All words of a tree, however deep it is. */
function wordsIn(node: Nodes): string {
  const words: string[] = [];
  const open: Nodes[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if ("value" in next) words.push(next.value);
    else if ("alt" in next && next.alt) words.push(next.alt);
    if ("children" in next) open.push(...next.children.toReversed());
  }
  return words.join("");
}
