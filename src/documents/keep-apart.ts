/** A list, a note or indented code takes in what follows it when that is indented or a list of the same mark: a comment keeps them apart. */
import type { CommentSetting, Node } from "./arrange.ts";
import { BASE_COMMENT } from "./comments.ts";
import { type Document, textOf } from "./document.ts";

/** What stood beside each other in the base needs nothing. */
export function keptApart(
  base: Document,
  nodes: readonly Node[],
  { comments }: Pick<CommentSetting, "comments">,
): Node[] {
  const found: Node[] = [];
  for (const node of nodes) {
    const before = found.at(-1);
    if (before !== undefined && !areNeighbours(before, node) && takesIn(base, before, node)) {
      const text = comments && node.kind === "base" ? BASE_COMMENT : "<!-- -->";
      found.push({ kind: "comment", text });
    }
    found.push(node);
  }
  return found;
}

function areNeighbours(a: Node, b: Node): boolean {
  return a.kind === "base" && b.kind === "base" && a.block.index + 1 === b.block.index;
}

const MARK = String.raw`(?:[-+*]|\d{1,9}[.)])(?:[ \t\r\n]|$)`;
const GOES_ON = new RegExp(String.raw`^(?: {4}| {0,3}\t| {0,3}(?:${MARK}|\[\^))`);
const LIST = new RegExp(String.raw`^ {0,3}${MARK}`);

function takesIn(base: Document, before: Node, node: Node): boolean {
  if (node.kind === "comment") return false;
  const [above, below] = [lastBlock(base, before), firstBlock(base, node)];
  if (!GOES_ON.test(above)) return false;
  return /^[ \t]/.test(below) || (LIST.test(below) && markIn(above) === markIn(below));
}

function firstBlock(base: Document, node: Node): string {
  if (node.kind === "comment") return node.text;
  return node.kind === "base" ? textOf(base, node.block) : (node.fragments[0]?.text ?? "");
}

function lastBlock(base: Document, node: Node): string {
  if (node.kind !== "taken") return firstBlock(base, node);
  return node.fragments.findLast(({ from, text }) => from !== null && /\S/.test(text))?.text ?? "";
}

function markIn(text: string): string {
  return text.replace(/^[ \t\d]+/, "").charAt(0);
}
