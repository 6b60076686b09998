/**
 * Step 5: the plan carried out by code on the base's blocks.
 *
 * M1. Without a change that can be made, the output is the base byte for byte (A39).
 * M2. Every character of the output belongs to one piece: words of one variant, or glue and comments of our own.
 * M3. Words are never changed. Levels of headings, line breaks, indentation and labels may be, and that is remarked.
 */
import { arranged, type Arranging, type CommentSetting, type Node } from "./arrange.ts";
import type { Breath } from "./breath.ts";
import type { PlannedChange, RefactorPlan } from "./change.ts";
import { type Block, type Document, textOf } from "./document.ts";
import { fitChanges, type FittedEdit } from "./fit-changes.ts";
import { glue, textOfAll, wordsFrom } from "./fragment.ts";
import type { ChangeRecord, Merged } from "./merged.ts";
import { type PieceWriter, pieceWriter } from "./piece-writer.ts";
import { settleChanges } from "./settle-changes.ts";

export interface Merging {
  readonly documents: readonly Document[];
  readonly plan: RefactorPlan;
}

export type Applied = Pick<Merged, "text" | "pieces" | "records">;

export async function applyPlan(
  { documents, plan }: Merging,
  setting: CommentSetting,
  breathe: Breath,
): Promise<Applied> {
  const base = baseOf({ documents, plan });
  const settled = settleChanges(documents, plan, base);
  const arranging = { base, settled, fitted: await fitChanges(base, settled, breathe) };
  const records = plan.changes.map((change) => recordOf(arranging, change));
  const made = records.some(({ status }) => status === "applied");
  const nodes: Node[] = made
    ? arranged(arranging, setting)
    : base.blocks.map((block) => ({ kind: "base", block }));
  const { text, pieces } = await written(arranging, nodes, breathe);
  return { text, pieces, records };
}

export function baseOf({ documents, plan }: Merging): Document {
  const base = documents.find(({ variant }) => variant === plan.into);
  if (base === undefined)
    throw new Error(`The plan is for variant ${plan.into}, which is not given.`);
  return base;
}

async function written(
  { base, fitted }: Arranging,
  nodes: readonly Node[],
  breathe: Breath,
): Promise<Pick<Merged, "text" | "pieces">> {
  const writer = pieceWriter();
  const between = (start: number, end: number, block: Pick<Block, "section">): void => {
    writer.add(
      wordsFrom(base, block, { at: { start, end }, text: base.text.slice(start, end) }),
      null,
    );
  };
  const edits = new Map<number, FittedEdit[]>();
  for (const edit of fitted.edits.values()) {
    edits.set(edit.block.index, [...(edits.get(edit.block.index) ?? []), edit]);
  }
  between(0, base.blocks[0]?.start ?? base.text.length, { section: 0 });
  let before: Node | null = null;
  for (const node of nodes) {
    await breathe();
    if (
      before?.kind === "base" &&
      node.kind === "base" &&
      before.block.index + 1 === node.block.index
    ) {
      between(before.block.end, node.block.start, before.block);
    } else if (before !== null) writer.add(glue(base.eol + base.eol), null);
    if (node.kind === "base")
      writeBlock(writer, base, { block: node.block, edits: edits.get(node.block.index) ?? [] });
    else if (node.kind === "comment") writer.add(glue(node.text), null);
    else
      for (const fragment of node.fragments)
        writer.add(fragment, fragment.from === null ? null : node.change);
    before = node;
  }
  const last = base.blocks.at(-1);
  if (last) between(last.end, base.text.length, last);
  return writer.finish();
}

function writeBlock(
  writer: PieceWriter,
  base: Document,
  { block, edits }: { block: Block; edits: readonly FittedEdit[] },
): void {
  let at = block.start;
  const words = (start: number, end: number): void => {
    writer.add(
      wordsFrom(base, block, { at: { start, end }, text: base.text.slice(start, end) }),
      null,
    );
  };
  for (const { span, fragments, taking } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    words(at, span.start);
    for (const fragment of fragments)
      writer.add(fragment, fragment.from === null ? null : taking.change.number);
    at = span.end;
  }
  words(at, block.end);
}

function recordOf({ base, settled, fitted }: Arranging, change: PlannedChange): ChangeRecord {
  const { number, target } = change;
  const titles = (sections: readonly number[]): string =>
    sections.map((index) => base.sections[index]?.title ?? "").join("\n");
  const before =
    target.kind === "span"
      ? textOf(base, target.at)
      : target.kind === "order"
        ? titles(target.sections.toSorted((a, b) => a - b))
        : "";
  const unmade = settled.unmade.get(number);
  if (unmade)
    return { number, status: unmade.status, remarks: [unmade.why], before, after: before };
  if (target.kind === "order") {
    return { number, status: "applied", remarks: [], before, after: titles(target.sections) };
  }
  const made = fitted.blocks.get(number) ?? fitted.edits.get(number);
  const remarks = [...(made?.remarks ?? []), ...displaced({ base, settled, fitted }, number)];
  return { number, status: "applied", remarks, before, after: textOfAll(made?.fragments ?? []) };
}

/** Something is put in where another change took everything around. */
function displaced({ settled }: Arranging, number: number): string[] {
  const gap = settled.insertions.find(({ change }) => change.number === number)?.gap;
  if (gap === undefined) return [];
  return settled.replacements
    .filter(({ at }) => at.kind === "blocks" && at.first < gap && gap < at.beyond)
    .map(({ change }) => `Change #${change.number} took its place, so it stands after that one`);
}
