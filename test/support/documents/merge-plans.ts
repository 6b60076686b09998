/** Documents and plans for tests of merging, written by the words they are about. */
import type { AppliedPlan } from "../../../src/documents/apply/apply-change-plan.ts";
import { applyChangePlan } from "../../../src/documents/apply/apply-change-plan.ts";
import type {
  MergeChange,
  RefactorPlan,
  ChangeTarget,
} from "../../../src/documents/apply/change-plan.ts";
import type { ParsedDocument, TextSpan } from "../../../src/documents/document.ts";
import { parseDocument } from "../../../src/documents/markdown/parse-document.ts";
import { createEventLoopYielder } from "../../../src/documents/yield-to-event-loop.ts";

export async function drafts(...texts: string[]): Promise<ParsedDocument[]> {
  const documents: ParsedDocument[] = [];
  for (const [index, text] of texts.entries()) {
    const name = `${"abcdefghij"[index]}.md`;
    documents.push(
      await parseDocument(
        { variant: index + 1, name, text, format: "markdown" },
        createEventLoopYielder(),
      ),
    );
  }
  return documents;
}

/** Where words stand; they occur once. */
export function findTestSpan({ text }: ParsedDocument, words: string): TextSpan {
  const start = text.indexOf(words);
  if (start === -1 || text.includes(words, start + 1)) throw new Error(`not once: ${words}`);
  return { start, end: start + words.length };
}

export interface Sketch {
  /** Words of variant B, or of the variant that is named. */
  readonly take?: string;
  readonly from?: number;
  readonly replace?: string;
  /** Put in behind these words. */
  readonly after?: string;
  /** Between items or rows. */
  readonly inside?: true;
  readonly depth?: number;
  readonly order?: readonly string[];
  readonly approved?: boolean;
}

/** A plan for variant A as the base. */
export function planFor(documents: readonly ParsedDocument[], ...sketches: Sketch[]): RefactorPlan {
  const base = documents[0]!;
  const changes = sketches.map((sketch, index): MergeChange => {
    const from = documents[(sketch.from ?? 2) - 1]!;
    const source = sketch.take === undefined ? null : findTestSpan(from, sketch.take);
    const target = findChangeTarget(base, sketch);
    return {
      number: index + 1,
      point: `C-00${index + 1}`,
      from: from.variant,
      source,
      sourceSection: source === null ? 0 : sectionAt(from, source.start),
      targetSection:
        target.kind === "order"
          ? 0
          : sectionAt(base, target.kind === "span" ? target.at.start : target.at),
      target,
      integration:
        target.kind === "order" ? "restructure" : target.kind === "span" ? "replace" : "insert",
      risk: "Medium",
      rationale: "agreed",
      mends: null,
      approved: sketch.approved ?? true,
    };
  });
  return { into: 1, changes, unmade: [] };
}

function findChangeTarget(
  base: ParsedDocument,
  { replace, after, depth, order, inside }: Sketch,
): ChangeTarget {
  if (order !== undefined) {
    return {
      kind: "order",
      sections: order.map((title) => base.sections.findIndex((section) => section.title === title)),
    };
  }
  if (replace !== undefined) return { kind: "span", at: findTestSpan(base, replace) };
  const at = findTestSpan(base, after ?? "").end;
  return { kind: "offset", at, depth: depth ?? 2, ...(inside && { inside }) };
}

function sectionAt({ blocks }: ParsedDocument, offset: number): number {
  return blocks.findLast(({ start }) => start <= offset)?.section ?? 0;
}

export function apply(
  documents: readonly ParsedDocument[],
  plan: RefactorPlan,
  setting: {
    comments?: boolean;
    header?: readonly string[];
    names?: (variant: number) => string;
  } = {},
): Promise<AppliedPlan> {
  const {
    comments = false,
    header = [],
    names = (variant) => `Variant ${"ABC"[variant - 1]}`,
  } = setting;
  return applyChangePlan(
    { documents, plan },
    { comments, header, names },
    createEventLoopYielder(),
  );
}
