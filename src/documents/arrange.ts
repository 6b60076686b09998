/** The output as a row of nodes: blocks of the base, what was taken, definitions and comments, in their order. */
import { BASE_COMMENT, comment, sectionName, sourceComment, topSections } from "./comments.ts";
import type { Block, Document } from "./document.ts";
import { textOf } from "./document.ts";
import { isNote, isOpen } from "./excerpt.ts";
import type { FittedPlan } from "./fit-changes.ts";
import { type Fragment, wordsFrom } from "./fragment.ts";
import { keptApart } from "./keep-apart.ts";
import { definedBy, labelUses } from "./labels.ts";
import { orderedBlocks } from "./section-order.ts";
import type { Settled } from "./settle-changes.ts";
import type { Taking } from "./taking.ts";

export type Node =
  | { readonly kind: "base"; readonly block: Block }
  | {
      readonly kind: "taken";
      readonly change: number | null;
      readonly fragments: readonly Fragment[];
    }
  | { readonly kind: "comment"; readonly text: string };

export interface Arranging {
  readonly base: Document;
  readonly settled: Settled;
  readonly fitted: FittedPlan;
}

export interface CommentSetting {
  readonly comments: boolean;
  /** "Variant A (opus:architect)". */
  readonly names: (variant: number) => string;
  readonly header: readonly string[];
}

export function arranged(arranging: Arranging, setting: CommentSetting): Node[] {
  const nodes = withNotes(arranging, inOrder(arranging));
  const { base } = arranging;
  if (base.format === "text") return nodes;
  return keptApart(base, setting.comments ? commented(arranging, nodes, setting) : nodes, setting);
}

/** What is put in between two blocks stays behind the first of them, wherever that goes. */
function inOrder({ base, settled, fitted }: Arranging): Node[] {
  const taken = (number: number): Node => ({
    kind: "taken",
    change: number,
    fragments: fitted.blocks.get(number)?.fragments ?? [],
  });
  const inserted = new Map<number, Node[]>();
  for (const { gap, change } of settled.insertions) {
    inserted.set(gap, [...(inserted.get(gap) ?? []), taken(change.number)]);
  }
  const replacing = new Map<number, Node>();
  const gone = new Set<number>();
  for (const { at, change } of settled.replacements) {
    if (at.kind !== "blocks") continue;
    replacing.set(at.first, taken(change.number));
    for (let block = at.first; block < at.beyond; block++) gone.add(block);
  }
  const [order] = settled.orders;
  const blocks = order
    ? orderedBlocks(base, order.sections)
    : base.blocks.map(({ index }) => index);
  const nodes = [...(inserted.get(0) ?? [])];
  for (const index of blocks) {
    const [block, node] = [base.blocks[index], replacing.get(index)];
    if (node) nodes.push(node);
    else if (block && !gone.has(index)) nodes.push({ kind: "base", block });
    nodes.push(...(inserted.get(index + 1) ?? []));
  }
  return nodes;
}

/** Definitions go to the end: those that came along, and those of the base whose place was taken and that are still used. */
function withNotes({ base, fitted }: Arranging, nodes: readonly Node[]): Node[] {
  const notes: Node[] = [
    ...keptDefinitions(base, nodes),
    ...fitted.definitions.map(
      ({ change, fragments }) => ({ kind: "taken", change, fragments }) as const,
    ),
  ];
  const last = base.blocks.at(-1);
  const open = last && notes.length > 0 && isOpen(base, last) ? nodes.length - 1 : nodes.length;
  return nodes.toSpliced(open, 0, ...notes);
}

function keptDefinitions(base: Document, nodes: readonly Node[]): Node[] {
  const staying = new Set(nodes.flatMap((node) => (node.kind === "base" ? [node.block] : [])));
  const gone = base.blocks.filter((block) => isNote(block) && !staying.has(block));
  if (gone.length === 0) return [];
  const used = new Set(
    [...staying].flatMap((block) => labelUses(textOf(base, block)).map(({ label }) => label)),
  );
  return gone
    .filter((block) => used.has(definedBy(textOf(base, block)) ?? ""))
    .map((block) => ({
      kind: "taken",
      change: null,
      fragments: [
        wordsFrom(base, block, {
          at: { start: block.start, end: block.end },
          text: textOf(base, block),
        }),
      ],
    }));
}

function commented(
  { base, fitted }: Arranging,
  nodes: readonly Node[],
  setting: CommentSetting,
): Node[] {
  const tops = topSections(base);
  const notes = new Set(fitted.definitions.map(({ fragments }) => fragments));
  const source = ({ change, from }: Taking): Node => ({
    kind: "comment",
    text: sourceComment(
      setting.names(from.variant),
      sectionName(from, change.sourceSection),
      change.number,
    ),
  });
  const inside = new Map<number, Node[]>();
  for (const { block, taking } of fitted.edits.values()) {
    inside.set(block.index, [...(inside.get(block.index) ?? []), source(taking)]);
  }
  let saysBase = tops.size > 0;
  const found: Node[] = [];
  for (const node of nodes) {
    if (node.kind === "base" && node.block.kind !== "front-matter") {
      const { kind, section, index } = node.block;
      // what a comment says holds for the sections after it, until the next one
      const saysOther = found.at(-1)?.kind === "taken";
      if (!saysBase || (kind === "heading" && (saysOther || tops.has(section)))) {
        found.push({ kind: "comment", text: BASE_COMMENT });
        saysBase = true;
      }
      found.push(...(inside.get(index) ?? []));
    }
    if (node.kind === "taken" && node.change !== null && !notes.has(node.fragments)) {
      const taking = fitted.blocks.get(node.change)?.taking;
      if (taking) found.push(source(taking));
    }
    found.push(node);
  }
  const [first] = nodes;
  const front = first?.kind === "base" && first.block.kind === "front-matter" ? 1 : 0;
  const header = setting.header.map(comment).join(base.eol);
  return header === "" ? found : found.toSpliced(front, 0, { kind: "comment", text: header });
}
