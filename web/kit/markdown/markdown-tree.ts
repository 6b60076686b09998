/** Markdown as a tree of inert elements: no link is followed, no image loaded, no HTML read. */
import type { Nodes, PhrasingContent, Table, TableCell } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";

import { showInvisibleCharacters } from "../visible-text.ts";

export type MarkdownTag =
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

export interface MarkdownElement {
  readonly tag: MarkdownTag;
  readonly class?: string;
  /** Number of the first point of a list. */
  readonly start?: number;
  readonly children: readonly (MarkdownElement | string)[];
}

export interface HeadingOutline {
  /** Least number of signs before a heading in the whole text. */
  readonly top: number;
  /** Level of the heading above the text. */
  readonly under: number;
}

/** Deeper than this a tree is shown as its words. */
const DEEPEST = 24;
const LONGEST_ADDRESS = 300;
const LONG_CELL = 60;

export function parseMarkdownTree(
  text: string,
  outline: HeadingOutline,
): readonly (MarkdownElement | string)[] {
  const root = fromMarkdown(text, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  return convertChildren(root, { outline, depth: 0 });
}

interface TreePosition {
  readonly outline: HeadingOutline;
  readonly depth: number;
}

function convertChildren(node: Nodes, place: TreePosition): (MarkdownElement | string)[] {
  if (!("children" in node)) return [];
  if (place.depth > DEEPEST) return [showInvisibleCharacters(collectNodeText(node))];
  const deeper = { ...place, depth: place.depth + 1 };
  return node.children.flatMap((child) => convertMarkdownNode(child, deeper));
}

function convertMarkdownNode(
  node: Nodes,
  place: TreePosition,
): MarkdownElement | string | (MarkdownElement | string)[] {
  switch (node.type) {
    case "text":
      return showInvisibleCharacters(node.value);
    case "html":
      return createMarkdownElement("span", [showInvisibleCharacters(node.value)], "md-html");
    case "inlineCode":
      return createMarkdownElement("code", [showInvisibleCharacters(node.value)]);
    case "code":
      return createMarkdownElement("pre", [
        createMarkdownElement("code", [showInvisibleCharacters(node.value)]),
      ]);
    case "break":
      return createMarkdownElement("br", []);
    case "thematicBreak":
      return createMarkdownElement("hr", []);
    case "heading":
      return createMarkdownElement(
        computeHeadingTag(node.depth, place.outline),
        convertChildren(node, place),
      );
    case "list":
      return convertMarkdownList(node, place);
    case "table":
      return convertMarkdownTable(node, place);
    case "image":
      return createImageNote(node.alt, node.url);
    case "imageReference":
      return createImageNote(node.alt, "");
    case "link":
      return convertMarkdownLink(node, place);
    case "definition":
      return createMarkdownElement("p", [
        `[${showInvisibleCharacters(node.identifier)}] `,
        createAddressElement(node.url),
      ]);
    case "root":
    case "linkReference":
      return convertChildren(node, place);
    default:
      return convertPlainNode(node, place);
  }
}

const TAGS: Readonly<Partial<Record<Nodes["type"], MarkdownTag>>> = {
  paragraph: "p",
  emphasis: "em",
  strong: "strong",
  blockquote: "blockquote",
  listItem: "li",
};

function convertPlainNode(
  node: Nodes,
  place: TreePosition,
): MarkdownElement | (MarkdownElement | string)[] {
  const tag = TAGS[node.type];
  const children = convertChildren(node, place);
  return tag ? createMarkdownElement(tag, children) : children;
}

function createMarkdownElement(
  tag: MarkdownTag,
  children: readonly (MarkdownElement | string)[],
  name?: string,
): MarkdownElement {
  return { tag, children, ...(name !== undefined && { class: name }) };
}

function computeHeadingTag(depth: number, { top, under }: HeadingOutline): MarkdownTag {
  const level = Math.min(6, Math.max(1, under + 1 + depth - top));
  return HEADINGS[level - 1] ?? "h6";
}

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

/** A list without empty lines has no paragraphs in its points. */
function convertMarkdownList(
  node: Extract<Nodes, { type: "list" }>,
  place: TreePosition,
): MarkdownElement {
  const loose = node.spread === true || node.children.some(({ spread }) => spread === true);
  const points = convertChildren(node, place).map((point) =>
    loose || typeof point === "string"
      ? point
      : { ...point, children: unwrapListParagraphs(point.children) },
  );
  if (node.ordered !== true) return createMarkdownElement("ul", points);
  return {
    ...createMarkdownElement("ol", points),
    ...(node.start !== 1 && node.start !== null && { start: node.start ?? 1 }),
  };
}

function unwrapListParagraphs(children: MarkdownElement["children"]): MarkdownElement["children"] {
  return children.flatMap((child) =>
    typeof child !== "string" && child.tag === "p" ? child.children : [child],
  );
}

function convertMarkdownTable(node: Table, place: TreePosition): MarkdownElement {
  const rows = node.children.map((row, index) =>
    createMarkdownElement(
      "tr",
      row.children.map((cell, column) =>
        createMarkdownElement(
          // a heading without words says nothing to a screen reader
          index === 0 && cell.children.length > 0 ? "th" : "td",
          convertChildren(cell, place),
          computeCellClass(node, column, cell),
        ),
      ),
    ),
  );
  const [head, ...body] = rows;
  const table = createMarkdownElement("table", [
    createMarkdownElement("thead", head ? [head] : []),
    ...(body.length > 0 ? [createMarkdownElement("tbody", body)] : []),
  ]);
  return createMarkdownElement("div", [table], "md-table");
}

/** Numbers are aligned right; long words need room, or they wrap one below the other. */
function computeCellClass({ align }: Table, column: number, cell: TableCell): string | undefined {
  const side = align?.[column];
  const classes = [
    ...(side === "right" || side === "center" ? [`md-${side}`] : []),
    ...(collectNodeText(cell).length > LONG_CELL ? ["md-long"] : []),
  ];
  return classes.length === 0 ? undefined : classes.join(" ");
}

/** Nothing is fetched; that there was a picture is said. */
function createImageNote(alt: string | null | undefined, url: string): MarkdownElement {
  const words = alt ? `image left out: ${alt}` : "image left out";
  return createMarkdownElement(
    "span",
    [
      `[${showInvisibleCharacters(words)}]`,
      ...(url === "" ? [] : [" ", createAddressElement(url)]),
    ],
    "md-image",
  );
}

/** A link's words, and where it would lead, to be read and not followed. */
function convertMarkdownLink(
  node: Extract<PhrasingContent, { type: "link" }>,
  place: TreePosition,
): (MarkdownElement | string)[] {
  const words = convertChildren(node, place);
  const isBare =
    collectNodeText(node) === node.url || `mailto:${collectNodeText(node)}` === node.url;
  if (isBare || node.url === "") return isBare ? [createAddressElement(node.url)] : words;
  return [...words, " ", createAddressElement(node.url)];
}

function createAddressElement(url: string): MarkdownElement {
  const cut = url.length > LONGEST_ADDRESS;
  const words = cut ? `${url.slice(0, LONGEST_ADDRESS)}… (${url.length} characters)` : url;
  return createMarkdownElement("span", [showInvisibleCharacters(words)], "md-address");
}

/** All words of a tree, however deep it is. */
function collectNodeText(node: Nodes): string {
  const words: string[] = [];
  const open: Nodes[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if ("value" in next) words.push(next.value);
    else if ("alt" in next && next.alt) words.push(next.alt);
    if ("children" in next) open.push(...next.children.toReversed());
  }
  return words.join("");
}
