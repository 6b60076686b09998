import { type ParsedDocument, readSpanText } from "../document.ts";
import { BASE_COMMENT } from "../provenance/source-comments.ts";
/** A list, a note or indented code takes in what follows it when that is indented or a list of the same mark: a comment keeps them apart. */
import type { SourceCommentOptions, OutputNode } from "./arrange-output.ts";

/** What stood beside each other in the base needs nothing. */
export function insertSeparators(
  base: ParsedDocument,
  nodes: readonly OutputNode[],
  { comments }: Pick<SourceCommentOptions, "comments">,
): OutputNode[] {
  const found: OutputNode[] = [];
  for (const node of nodes) {
    const before = found.at(-1);
    if (
      before !== undefined &&
      !areBaseNeighbours(before, node) &&
      wouldAbsorbNext(base, before, node)
    ) {
      const text = comments && node.kind === "base" ? BASE_COMMENT : "<!-- -->";
      found.push({ kind: "comment", text });
    }
    found.push(node);
  }
  return found;
}

function areBaseNeighbours(a: OutputNode, b: OutputNode): boolean {
  return a.kind === "base" && b.kind === "base" && a.block.index + 1 === b.block.index;
}

const MARK = String.raw`(?:[-+*]|\d{1,9}[.)])(?:[ \t\r\n]|$)`;
const GOES_ON = new RegExp(String.raw`^(?: {4}| {0,3}\t| {0,3}(?:${MARK}|\[\^))`);
const LIST = new RegExp(String.raw`^ {0,3}${MARK}`);

function wouldAbsorbNext(base: ParsedDocument, before: OutputNode, node: OutputNode): boolean {
  if (node.kind === "comment") return false;
  const [above, below] = [readLastBlockText(base, before), readFirstBlockText(base, node)];
  if (!GOES_ON.test(above)) return false;
  return (
    /^[ \t]/.test(below) || (LIST.test(below) && findLeadingMark(above) === findLeadingMark(below))
  );
}

function readFirstBlockText(base: ParsedDocument, node: OutputNode): string {
  if (node.kind === "comment") return node.text;
  return node.kind === "base" ? readSpanText(base, node.block) : (node.fragments[0]?.text ?? "");
}

function readLastBlockText(base: ParsedDocument, node: OutputNode): string {
  if (node.kind !== "taken") return readFirstBlockText(base, node);
  return node.fragments.findLast(({ from, text }) => from !== null && /\S/.test(text))?.text ?? "";
}

function findLeadingMark(text: string): string {
  return text.replace(/^[ \t\d]+/, "").charAt(0);
}
