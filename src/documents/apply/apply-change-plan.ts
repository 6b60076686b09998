/**
 * Step 5 of a merge: applies the plan to the base's blocks, in code.
 *
 * CP1. Without an applicable change, the output is the base byte for byte (A39).
 * CP2. Every character of the output belongs to one piece: words of one variant, or our own glue and comments.
 * CP3. Words are never changed. Heading levels, line breaks, indentation and labels may be, and that is noted.
 */
import { type DocumentBlock, type ParsedDocument, readSpanText } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import {
  type OutputArrangement,
  type OutputNode,
  type SourceCommentOptions,
  arrangeOutput,
} from "./arrange-output.ts";
import type { MergeChange, RefactorPlan } from "./change-plan.ts";
import { type FittedEdit, fitPlannedChanges } from "./fit-changes.ts";
import type { ChangeRecord, MergeResult, OutputPiece } from "./merge-result.ts";
import {
  type OutputFragment,
  createGlueFragment,
  createSourceFragment,
  joinFragmentTexts,
} from "./output-fragment.ts";
import { resolveChanges } from "./resolve-changes.ts";

export interface MergeInput {
  readonly documents: readonly ParsedDocument[];
  readonly plan: RefactorPlan;
}

export type AppliedPlan = Pick<MergeResult, "text" | "pieces" | "records">;

export async function applyChangePlan(
  { documents, plan }: MergeInput,
  setting: SourceCommentOptions,
  breathe: YieldToEventLoop,
): Promise<AppliedPlan> {
  const base = findBaseDocument({ documents, plan });
  const settled = resolveChanges(documents, plan, base);
  const arranging = { base, settled, fitted: await fitPlannedChanges(base, settled, breathe) };
  const records = plan.changes.map((change) => createChangeRecord(arranging, change));
  const made = records.some(({ status }) => status === "applied");
  const nodes: OutputNode[] = made
    ? arrangeOutput(arranging, setting)
    : base.blocks.map((block) => ({ kind: "base", block }));
  const { text, pieces } = await writeOutput(arranging, nodes, breathe);
  return { text, pieces, records };
}

export function findBaseDocument({ documents, plan }: MergeInput): ParsedDocument {
  const base = documents.find(({ variant }) => variant === plan.into);
  if (base === undefined)
    throw new Error(`The plan is for variant ${plan.into}, which is not given.`);
  return base;
}

async function writeOutput(
  { base, fitted }: OutputArrangement,
  nodes: readonly OutputNode[],
  breathe: YieldToEventLoop,
): Promise<Pick<MergeResult, "text" | "pieces">> {
  const writer = createPieceWriter();
  const between = (start: number, end: number, block: Pick<DocumentBlock, "section">): void => {
    writer.add(
      createSourceFragment(base, block, { at: { start, end }, text: base.text.slice(start, end) }),
      null,
    );
  };
  const edits = new Map<number, FittedEdit[]>();
  for (const edit of fitted.edits.values()) {
    edits.set(edit.block.index, [...(edits.get(edit.block.index) ?? []), edit]);
  }
  between(0, base.blocks[0]?.start ?? base.text.length, { section: 0 });
  let before: OutputNode | null = null;
  for (const node of nodes) {
    await breathe();
    if (
      before?.kind === "base" &&
      node.kind === "base" &&
      before.block.index + 1 === node.block.index
    ) {
      between(before.block.end, node.block.start, before.block);
    } else if (before !== null) writer.add(createGlueFragment(base.eol + base.eol), null);
    if (node.kind === "base")
      writeEditedBlock(writer, base, {
        block: node.block,
        edits: edits.get(node.block.index) ?? [],
      });
    else if (node.kind === "comment") writer.add(createGlueFragment(node.text), null);
    else
      for (const fragment of node.fragments)
        writer.add(fragment, fragment.from === null ? null : node.change);
    before = node;
  }
  const last = base.blocks.at(-1);
  if (last) between(last.end, base.text.length, last);
  return writer.finish();
}

function writeEditedBlock(
  writer: PieceWriter,
  base: ParsedDocument,
  { block, edits }: { block: DocumentBlock; edits: readonly FittedEdit[] },
): void {
  let at = block.start;
  const words = (start: number, end: number): void => {
    writer.add(
      createSourceFragment(base, block, { at: { start, end }, text: base.text.slice(start, end) }),
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

function createChangeRecord(
  { base, settled, fitted }: OutputArrangement,
  change: MergeChange,
): ChangeRecord {
  const { number, target } = change;
  const titles = (sections: readonly number[]): string =>
    sections.map((index) => base.sections[index]?.title ?? "").join("\n");
  const before =
    target.kind === "span"
      ? readSpanText(base, target.at)
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
  const remarks = [
    ...(made?.remarks ?? []),
    ...listDisplacedNotes({ base, settled, fitted }, number),
  ];
  return {
    number,
    status: "applied",
    remarks,
    before,
    after: joinFragmentTexts(made?.fragments ?? []),
  };
}

/** Something is put in where another change took everything around. */
function listDisplacedNotes({ settled }: OutputArrangement, number: number): string[] {
  const gap = settled.insertions.find(({ change }) => change.number === number)?.gap;
  if (gap === undefined) return [];
  return settled.replacements
    .filter(({ at }) => at.kind === "blocks" && at.first < gap && gap < at.beyond)
    .map(({ change }) => `Change #${change.number} took its place, so it stands after that one`);
}

/** Writes the output piece by piece, so that no character is without a source (CP2). */

interface PieceWriter {
  /** Nothing is written for an empty fragment. */
  readonly add: (fragment: OutputFragment, change: number | null) => void;
  readonly finish: () => Pick<MergeResult, "text" | "pieces">;
}

function createPieceWriter(): PieceWriter {
  const pieces: OutputPiece[] = [];
  const texts: string[] = [];
  let end = 0;
  return {
    add: ({ text, from }, change) => {
      if (text === "") return;
      pieces.push({ start: end, end: end + text.length, from, change });
      texts.push(text);
      end += text.length;
    },
    finish: () => ({ text: texts.join(""), pieces }),
  };
}
