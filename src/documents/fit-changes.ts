/** Every change that is made, as the fragments that stand for it in the output. */
import type { Breath } from "./breath.ts";
import type { Document } from "./document.ts";
import type { Fragment } from "./fragment.ts";
import { type InnerEdit, innerEdit } from "./inner-edits.ts";
import { labelKeeper } from "./label-keeper.ts";
import type { Settled } from "./settle-changes.ts";
import { fitted, headingLevels } from "./taken-blocks.ts";
import type { Insertion, Replacement, Taking } from "./taking.ts";

/** Whole blocks that are taken. */
export interface FittedChange {
  readonly taking: Taking;
  readonly fragments: readonly Fragment[];
  readonly remarks: readonly string[];
}

export interface FittedEdit extends InnerEdit {
  readonly taking: Taking;
}

export interface FittedPlan {
  /** By the number of the change. */
  readonly blocks: ReadonlyMap<number, FittedChange>;
  readonly edits: ReadonlyMap<number, FittedEdit>;
  /** Definitions that taken passages need, with the change that needs them. */
  readonly definitions: readonly {
    readonly change: number;
    readonly fragments: readonly Fragment[];
  }[];
}

export async function fitChanges(
  base: Document,
  settled: Settled,
  breathe: Breath,
): Promise<FittedPlan> {
  const keeper = labelKeeper(base);
  const blocks = new Map<number, FittedChange>();
  const edits = new Map<number, FittedEdit>();
  const definitions: { change: number; fragments: readonly Fragment[] }[] = [];
  const makings = [
    ...settled.replacements.map((making) => ({ making, shift: replacedShift(base, making) })),
    ...settled.insertions.map((making) => ({ making, shift: insertedShift(making) })),
  ].sort((a, b) => a.making.change.number - b.making.change.number);
  for (const { making, shift } of makings) {
    await breathe();
    const { change, from, excerpt } = making;
    const { names, brings } = keeper.take(from, excerpt);
    const fitting = { eol: base.eol, shift, names };
    for (const { index } of brings) {
      const note = { kind: "blocks", first: index, beyond: index + 1 } as const;
      definitions.push({ change: change.number, fragments: fitted(from, note, fitting).fragments });
    }
    const brought = brings.length === 0 ? [] : [`${brings.length} of its notes came along`];
    if ("at" in making && making.at.kind !== "blocks") {
      const edit = innerEdit(base, making, names);
      // settling has tried it
      if (typeof edit === "string") continue;
      edits.set(change.number, { ...edit, remarks: [...edit.remarks, ...brought], taking: making });
    } else {
      const { fragments, remarks } = fitted(from, excerpt, fitting);
      blocks.set(change.number, { taking: making, fragments, remarks: [...remarks, ...brought] });
    }
  }
  return { blocks, edits, definitions };
}

/** A heading takes the level of the one it replaces; headings in the place of prose go below their section. */
function replacedShift(base: Document, { at, from, excerpt }: Replacement): number {
  const levels = headingLevels(from, excerpt);
  if (levels.length === 0 || at.kind !== "blocks" || excerpt.kind !== "blocks") return 0;
  const [first, taken] = [base.blocks[at.first], from.blocks[excerpt.first]];
  if (first?.kind === "heading" && taken?.kind === "heading") return first.depth - taken.depth;
  const above = base.sections[first?.section ?? 0]?.depth ?? 0;
  return bounded(above + (first?.kind === "heading" ? 0 : 1), Math.min(...levels));
}

function insertedShift({ depth, from, excerpt }: Insertion): number {
  const levels = headingLevels(from, excerpt);
  return levels.length === 0 ? 0 : bounded(depth, Math.min(...levels));
}

function bounded(wanted: number, highest: number): number {
  return Math.min(6, Math.max(1, wanted)) - highest;
}
