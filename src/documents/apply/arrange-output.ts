/** The output as a list of nodes: blocks of the base, taken passages, definitions and comments, in order. */
import { type DocumentBlock, type ParsedDocument, readSpanText } from "../document.ts";
import { isNoteBlock, isUnclosedBlock } from "../markdown/document-excerpt.ts";
import { findDefinedLabel, findLabelUses } from "../markdown/link-labels.ts";
import {
  BASE_COMMENT,
  SOURCE_COMMENT,
  formatHtmlComment,
  formatSectionName,
  formatSourceComment,
  listTopSections,
} from "../provenance/source-comments.ts";
import type { FittedPlan } from "./fit-changes.ts";
import { type OutputFragment, createSourceFragment, joinFragmentTexts } from "./output-fragment.ts";
import type { ResolvedChanges } from "./resolve-changes.ts";
import { reorderBlocks } from "./section-order.ts";
import type { TakenExcerpt } from "./taken-blocks.ts";

export type OutputNode =
  | { readonly kind: "base"; readonly block: DocumentBlock }
  | {
      readonly kind: "taken";
      readonly change: number | null;
      readonly fragments: readonly OutputFragment[];
    }
  | { readonly kind: "comment"; readonly text: string };

export interface OutputArrangement {
  readonly base: ParsedDocument;
  readonly settled: ResolvedChanges;
  readonly fitted: FittedPlan;
}

export interface SourceCommentOptions {
  readonly comments: boolean;
  /** "Variant A (opus:architect)". */
  readonly names: (variant: number) => string;
  readonly header: readonly string[];
}

export function arrangeOutput(
  arranging: OutputArrangement,
  setting: SourceCommentOptions,
): OutputNode[] {
  const nodes = appendDefinitions(arranging, orderOutputNodes(arranging));
  const { base } = arranging;
  if (base.format === "text") return nodes;
  if (!setting.comments) return insertSeparators(base, nodes, setting);
  const commented = insertSeparators(base, addSourceComments(arranging, nodes, setting), setting);
  return joinComments(commented, base.eol);
}

/** Comments on sources that follow each other stand line by line: between blocks, each would leave another blank line. */
function joinComments(nodes: readonly OutputNode[], eol: string): OutputNode[] {
  const found: OutputNode[] = [];
  for (const node of nodes) {
    const last = found.at(-1);
    if (saysSource(last) && saysSource(node))
      found.splice(-1, 1, { kind: "comment", text: last.text + eol + node.text });
    else found.push(node);
  }
  return found;
}

function saysSource(
  node: OutputNode | undefined,
): node is Extract<OutputNode, { kind: "comment" }> {
  return node?.kind === "comment" && node.text.startsWith(SOURCE_COMMENT);
}

const KEEPS_APART = "<!-- -->";

/** What is put in between two blocks stays behind the first of them, wherever that goes. */
function orderOutputNodes({ base, settled, fitted }: OutputArrangement): OutputNode[] {
  const taken = (number: number): OutputNode => ({
    kind: "taken",
    change: number,
    fragments: fitted.blocks.get(number)?.fragments ?? [],
  });
  const inserted = new Map<number, OutputNode[]>();
  for (const { gap, change } of settled.insertions) {
    inserted.set(gap, [...(inserted.get(gap) ?? []), taken(change.number)]);
  }
  const replacing = new Map<number, OutputNode>();
  const gone = new Set<number>();
  for (const { at, change } of settled.replacements) {
    if (at.kind !== "blocks") continue;
    replacing.set(at.first, taken(change.number));
    for (let block = at.first; block < at.beyond; block++) gone.add(block);
  }
  const [order] = settled.orders;
  const blocks = order
    ? reorderBlocks(base, order.sections)
    : base.blocks.map(({ index }) => index);
  const nodes = [...(inserted.get(0) ?? [])];
  for (const index of blocks) {
    const [block, node] = [base.blocks[index], replacing.get(index)];
    if (node) nodes.push(...(node.kind === "taken" && node.fragments.length === 0 ? [] : [node]));
    else if (block && !gone.has(index)) nodes.push({ kind: "base", block });
    nodes.push(...(inserted.get(index + 1) ?? []));
  }
  return nodes;
}

/** Definitions go to the end: those that came along, and those of the base whose place was taken and that are still used. */
function appendDefinitions(
  { base, fitted }: OutputArrangement,
  nodes: readonly OutputNode[],
): OutputNode[] {
  const notes: OutputNode[] = [
    ...findKeptDefinitions(base, nodes),
    ...fitted.definitions.map(
      ({ change, fragments }) => ({ kind: "taken", change, fragments }) as const,
    ),
  ];
  const last = base.blocks.at(-1);
  const open =
    last && notes.length > 0 && isUnclosedBlock(base, last) ? nodes.length - 1 : nodes.length;
  return nodes.toSpliced(open, 0, ...notes);
}

function findKeptDefinitions(base: ParsedDocument, nodes: readonly OutputNode[]): OutputNode[] {
  const staying = new Set(nodes.flatMap((node) => (node.kind === "base" ? [node.block] : [])));
  const gone = base.blocks.filter((block) => isNoteBlock(block) && !staying.has(block));
  if (gone.length === 0) return [];
  // what came from other drafts may use the base's label where it means the same
  const taken = nodes.flatMap((node) => (node.kind === "taken" ? node.fragments : []));
  const texts = [
    ...[...staying].map((block) => readSpanText(base, block)),
    ...taken.map(({ text }) => text),
  ];
  const used = new Set(texts.flatMap((text) => findLabelUses(text).map(({ label }) => label)));
  return gone
    .filter((block) => used.has(findDefinedLabel(readSpanText(base, block)) ?? ""))
    .map((block) => ({
      kind: "taken",
      change: null,
      fragments: [
        createSourceFragment(base, block, {
          at: { start: block.start, end: block.end },
          text: readSpanText(base, block),
        }),
      ],
    }));
}

function addSourceComments(
  { base, fitted }: OutputArrangement,
  nodes: readonly OutputNode[],
  setting: SourceCommentOptions,
): OutputNode[] {
  const tops = listTopSections(base);
  const notes = new Set(fitted.definitions.map(({ fragments }) => fragments));
  const source = ({ change, from }: TakenExcerpt): OutputNode => ({
    kind: "comment",
    text: formatSourceComment(
      setting.names(from.variant),
      formatSectionName(from, change.sourceSection),
      change.number,
    ),
  });
  const inside = new Map<number, OutputNode[]>();
  for (const { block, taking } of fitted.edits.values()) {
    // what is left out has no source
    if (taking.change.source === null) continue;
    inside.set(block.index, [...(inside.get(block.index) ?? []), source(taking)]);
  }
  let saysBase = tops.size > 0;
  const found: OutputNode[] = [];
  for (const node of nodes) {
    if (node.kind === "base" && !isFrontMatter(fitted, node)) {
      const { kind, section, index } = node.block;
      // a comment applies to the sections after it, until the next one
      const saysOther = found.at(-1)?.kind === "taken";
      if (!saysBase || (kind === "heading" && (saysOther || tops.has(section)))) {
        found.push({ kind: "comment", text: BASE_COMMENT });
        saysBase = true;
      }
      found.push(...(inside.get(index) ?? []));
    }
    const isNote = node.kind === "taken" && notes.has(node.fragments);
    if (node.kind === "taken" && node.change !== null && !isNote && !isFrontMatter(fitted, node)) {
      const taking = fitted.blocks.get(node.change)?.taking;
      if (taking) found.push(source(taking));
    }
    found.push(node);
  }
  const [first] = nodes;
  const front = first !== undefined && isFrontMatter(fitted, first) ? 1 : 0;
  const header = setting.header.map(formatHtmlComment).join(base.eol);
  return header === "" ? found : found.toSpliced(front, 0, { kind: "comment", text: header });
}

/** Of the base or of another draft; behind a comment it would be read as text. */
function isFrontMatter(fitted: FittedPlan, node: OutputNode): boolean {
  if (node.kind === "base") return node.block.kind === "front-matter";
  const taking = node.kind === "taken" ? fitted.blocks.get(node.change ?? 0)?.taking : undefined;
  if (taking?.excerpt.kind !== "blocks") return false;
  return taking.from.blocks[taking.excerpt.first]?.kind === "front-matter";
}

// A list, a note or indented code takes in what follows it when that is indented or a list of the
// same mark: a comment keeps them apart.

/** Neighbours in the base need nothing between them. */
function insertSeparators(
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
      const text = comments && node.kind === "base" ? BASE_COMMENT : KEEPS_APART;
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
  return node.kind === "base" ? readSpanText(base, node.block) : joinFragmentTexts(node.fragments);
}

function readLastBlockText(base: ParsedDocument, node: OutputNode): string {
  if (node.kind !== "taken") return readFirstBlockText(base, node);
  const { fragments } = node;
  const last = fragments.findLastIndex(({ from, text }) => from !== null && /\S/.test(text));
  // a new number before an item is a fragment of its own
  const opening = fragments[last - 1]?.text ?? "";
  return `${opening.endsWith("\n") ? "" : opening}${fragments[last]?.text ?? ""}`;
}

function findLeadingMark(text: string): string {
  return text.replace(/^[ \t\d]+/, "").charAt(0);
}
