/** Turns every applied change into the fragments that represent it in the output. */
import { type DocumentBlock, type ParsedDocument, readSpanText } from "../document.ts";
import type { DocumentExcerpt } from "../markdown/document-excerpt.ts";
import { collectDefinitions, findLabelUses } from "../markdown/link-labels.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { findAnchorNames } from "./anchor-names.ts";
import { createInnerEdit } from "./inner-edits.ts";
import { type NumberEdit, renumberLists } from "./list-numbers.ts";
import type { OutputFragment } from "./output-fragment.ts";
import { describeRenames, renameIds } from "./renamed-ids.ts";
import type { ResolvedChanges } from "./resolve-changes.ts";
import {
  type BlockInsertion,
  type BlockReplacement,
  type TakenExcerpt,
  fitTakenBlocks,
  listExcerptUnits,
  listHeadingLevels,
} from "./taken-blocks.ts";
import type { InnerEdit } from "./word-edits.ts";

/** Whole blocks that are taken. */
export interface FittedBlockChange {
  readonly taking: TakenExcerpt;
  readonly fragments: readonly OutputFragment[];
  readonly remarks: readonly string[];
}

export interface FittedEdit extends InnerEdit {
  readonly taking: BlockReplacement;
}

export interface FittedPlan {
  /** By the number of the change. */
  readonly blocks: ReadonlyMap<number, FittedBlockChange>;
  readonly edits: ReadonlyMap<number, FittedEdit>;
  /** Numbers of list items that moved. */
  readonly numbers: readonly NumberEdit[];
  /** Definitions that taken passages need, with the change that needs them. */
  readonly definitions: readonly {
    readonly change: number;
    readonly fragments: readonly OutputFragment[];
  }[];
}

export async function fitPlannedChanges(
  base: ParsedDocument,
  settled: ResolvedChanges,
  breathe: YieldToEventLoop,
): Promise<FittedPlan> {
  const blocks = new Map<number, FittedBlockChange>();
  const edits = new Map<number, FittedEdit>();
  const definitions: { change: number; fragments: readonly OutputFragment[] }[] = [];
  const makings = [
    ...settled.replacements.map((making) => ({
      making,
      shift: computeReplacementShift(base, making),
    })),
    ...settled.insertions.map((making) => ({ making, shift: computeInsertionShift(making) })),
  ].sort((a, b) => a.making.change.number - b.making.change.number);
  const keeper = createLabelKeeper(
    base,
    makings.map(({ making }) => making),
  );
  for (const { making, shift } of makings) {
    await breathe();
    const { change, from, excerpt } = making;
    const { names, brings } = keeper.take(from, excerpt);
    const fitting = { eol: base.eol, shift, names };
    for (const { index } of brings) {
      const note = { kind: "blocks", first: index, beyond: index + 1 } as const;
      definitions.push({
        change: change.number,
        fragments: fitTakenBlocks(from, note, fitting).fragments,
      });
    }
    const brought = brings.length === 0 ? [] : [`${brings.length} of its notes came along`];
    if ("at" in making && making.at.kind !== "blocks") {
      const edit = createInnerEdit(base, making, names);
      // resolving the changes has tried it
      if (typeof edit === "string") continue;
      const remarks = [...edit.remarks, ...brought, ...describeRenames(change)];
      const fragments = renameIds(edit.fragments, change);
      edits.set(change.number, { ...edit, fragments, remarks, taking: making });
    } else {
      const { fragments, remarks } = fitTakenBlocks(from, excerpt, fitting);
      blocks.set(change.number, {
        taking: making,
        fragments: renameIds(fragments, change),
        remarks: [...remarks, ...brought, ...describeRenames(change)],
      });
    }
  }
  return { blocks, definitions, ...renumberLists(base, edits) };
}

/** A heading takes the level of the one it replaces; headings in the place of prose go below their section. */
function computeReplacementShift(
  base: ParsedDocument,
  { at, from, excerpt, change: { target } }: BlockReplacement,
): number {
  if (target.kind === "span" && target.kept === "levels") return 0;
  const levels = listHeadingLevels(from, excerpt);
  if (levels.length === 0 || at.kind !== "blocks" || excerpt.kind !== "blocks") return 0;
  const [first, taken] = [base.blocks[at.first], from.blocks[excerpt.first]];
  if (first?.kind === "heading" && taken?.kind === "heading") return first.depth - taken.depth;
  const above = base.sections[first?.section ?? 0]?.depth ?? 0;
  return clampHeadingShift(above + (first?.kind === "heading" ? 0 : 1), Math.min(...levels));
}

function computeInsertionShift({ depth, from, excerpt }: BlockInsertion): number {
  const levels = listHeadingLevels(from, excerpt);
  return levels.length === 0 ? 0 : clampHeadingShift(depth, Math.min(...levels));
}

function clampHeadingShift(wanted: number, highest: number): number {
  return Math.min(6, Math.max(1, wanted)) - highest;
}

// Sees to it that every label a taken passage uses means in the output what it meant where it comes from.

interface KeptLabels {
  /** Labels that mean something else in the output, and what they are called instead. */
  readonly names: ReadonlyMap<string, string>;
  /** Definitions that come along. */
  readonly brings: readonly DocumentBlock[];
}

interface LabelKeeper {
  readonly take: (from: ParsedDocument, excerpt: DocumentExcerpt) => KeptLabels;
}

function createLabelKeeper(base: ParsedDocument, all: readonly TakenExcerpt[]): LabelKeeper {
  /** Definitions that stand in a passage that some change takes. */
  const taken = new Set(
    all.flatMap(({ from, excerpt }) => listExcerptUnits(from, excerpt).map(({ block }) => block)),
  );
  /** What each label of the output refers to. */
  const meanings = new Map<string, string>();
  for (const [label, block] of collectDefinitions(base))
    meanings.set(label, normalizeDefinition(base, block));
  const known = new Map<ParsedDocument, ReadonlyMap<string, DocumentBlock>>();

  function take(from: ParsedDocument, excerpt: DocumentExcerpt): KeptLabels {
    const definitions = known.get(from) ?? collectDefinitions(from);
    known.set(from, definitions);
    const names = new Map<string, string>();
    const brings: DocumentBlock[] = [];
    if (from === base) return { names, brings };
    const texts = listExcerptUnits(from, excerpt)
      .filter(({ block }) => block.kind !== "code" && block.kind !== "html")
      .map(({ at }) => readSpanText(from, at));
    for (const [link, name] of findAnchorNames([base, from], texts, taken)) names.set(link, name);
    if (definitions.size === 0) return { names, brings };
    const seen = new Set<string>();
    for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
      for (const { label } of findLabelUses(text)) {
        const block = definitions.get(label);
        if (block === undefined || seen.has(label)) continue;
        seen.add(label);
        const meaning = normalizeDefinition(from, block);
        const name = nameFor(label, meaning, from);
        const isThere = meanings.has(name);
        meanings.set(name, meaning);
        if (name !== label) names.set(label, name);
        // the same words under the same label are there already
        if (taken.has(block) || isThere) continue;
        brings.push(block);
        texts.push(readSpanText(from, block));
      }
    }
    return { names, brings };
  }

  /** One that is free, or that means the same already. */
  function nameFor(label: string, meaning: string, { label: letter }: ParsedDocument): string {
    const isTaken = (name: string): boolean => (meanings.get(name) ?? meaning) !== meaning;
    const other = `${label}-${letter.toLowerCase()}`;
    let name = isTaken(label) ? other : label;
    for (let count = 2; isTaken(name); count++) name = `${other}${count}`;
    return name;
  }

  return { take };
}

/** What follows the label, however it is broken into lines. */
function normalizeDefinition(document: ParsedDocument, block: DocumentBlock): string {
  const text = readSpanText(document, block);
  return text
    .slice(text.indexOf("]:") + 2)
    .replace(/\s+/g, " ")
    .trim();
}
