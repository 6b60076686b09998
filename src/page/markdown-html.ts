/**
 * MH1: Markdown as HTML for readers without scripts. Only elements that this file names are written: markup in the text
 * is text, a link is its words, and nothing is loaded.
 */
import type { Nodes, Table } from "mdast";

/** Loaded on use: a page that is served needs none of it. */
export async function renderMarkdownHtml(text: string): Promise<string> {
  const [{ fromMarkdown }, { gfmTable }, { gfmTableFromMarkdown }] = await Promise.all([
    import("mdast-util-from-markdown"),
    import("micromark-extension-gfm-table"),
    import("mdast-util-gfm-table"),
  ]);
  const tree = fromMarkdown(text, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  return renderNode(tree);
}

const ELEMENTS: Readonly<Partial<Record<Nodes["type"], string>>> = {
  paragraph: "p",
  blockquote: "blockquote",
  listItem: "li",
  emphasis: "em",
  strong: "strong",
};

function renderNode(node: Nodes): string {
  switch (node.type) {
    case "heading":
      return wrapElement(`h${node.depth}`, renderInside(node));
    case "list":
      return wrapElement(node.ordered === true ? "ol" : "ul", renderInside(node));
    case "table":
      return renderTable(node);
    case "code":
      return wrapElement("pre", wrapElement("code", escapeHtmlText(node.value)));
    case "inlineCode":
      return wrapElement("code", escapeHtmlText(node.value));
    case "thematicBreak":
      return "<hr />";
    case "break":
      return "<br />";
    case "image":
    case "imageReference":
      return escapeHtmlText(node.alt ?? "");
    default: {
      const inside = "children" in node ? renderInside(node) : readValue(node);
      const element = ELEMENTS[node.type];
      return element === undefined ? inside : wrapElement(element, inside);
    }
  }
}

function renderInside({ children }: { readonly children: readonly Nodes[] }): string {
  return children.map(renderNode).join("");
}

function readValue(node: Nodes): string {
  return "value" in node && typeof node.value === "string" ? escapeHtmlText(node.value) : "";
}

function renderTable({ children }: Table): string {
  const rows = children.map((row, index) => {
    const cells = row.children.map((cell) =>
      wrapElement(index === 0 ? "th" : "td", renderInside(cell)),
    );
    return wrapElement("tr", cells.join(""));
  });
  const [head = "", ...body] = rows;
  return wrapElement("table", wrapElement("thead", head) + wrapElement("tbody", body.join("")));
}

const INLINE: ReadonlySet<string> = new Set(["em", "strong", "code", "th", "td"]);

function wrapElement(name: string, inside: string): string {
  return `<${name}>${inside}</${name}>${INLINE.has(name) ? "" : "\n"}`;
}

export function escapeHtmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
