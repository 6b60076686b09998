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
import { formatClosingFence } from "./taken-blocks.ts";

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
  const edits = new Map<number, BlockEdit[]>();
  const addEdit = (
    edit: Pick<FittedEdit, "block" | "span" | "fragments">,
    change: number | null,
  ) => {
    const others = edits.get(edit.block.index) ?? [];
    edits.set(edit.block.index, [...others, { ...edit, change }]);
  };
  // what is put in before an item comes before its number
  for (const [change, edit] of fitted.edits) addEdit(edit, change);
  for (const edit of fitted.numbers) addEdit(edit, null);
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
    if (node.kind === "base") {
      writeEditedBlock(writer, base, {
        block: node.block,
        edits: edits.get(node.block.index) ?? [],
      });
      // what follows would be read as code
      if (node !== nodes.at(-1))
        writer.add(createGlueFragment(formatClosingFence(base, node.block, base.eol) ?? ""), null);
    }
    if (node.kind === "comment") writer.add(createGlueFragment(node.text), null);
    if (node.kind === "taken")
      for (const fragment of node.fragments)
        writer.add(fragment, fragment.from === null ? null : node.change);
    before = node;
  }
  const last = base.blocks.at(-1);
  if (last) between(last.end, base.text.length, last);
  return writer.finish();
}

/** What is put in before a passage comes before what takes its place. */
function compareEdits({ span: a }: BlockEdit, { span: b }: BlockEdit): number {
  return a.start - b.start || a.end - b.end;
}

interface BlockEdit extends Pick<FittedEdit, "span" | "fragments"> {
  /** Null where only a number of the base moves on. */
  readonly change: number | null;
}

function writeEditedBlock(
  writer: PieceWriter,
  base: ParsedDocument,
  { block, edits }: { block: DocumentBlock; edits: readonly BlockEdit[] },
): void {
  let at = block.start;
  const words = (start: number, end: number): void => {
    writer.add(
      createSourceFragment(base, block, { at: { start, end }, text: base.text.slice(start, end) }),
      null,
    );
  };
  for (const { span, fragments, change } of edits.toSorted(compareEdits)) {
    words(at, span.start);
    for (const fragment of fragments) writer.add(fragment, fragment.from === null ? null : change);
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
