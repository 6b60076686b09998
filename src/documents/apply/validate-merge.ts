/** A38, A40-A42: checks a merged document. A failed check makes the result partial; nothing is thrown away. */
import type { ComparisonPoint } from "../comparison-point.ts";
import { findContradictionsWithin } from "../contradictions/find-contradictions.ts";
import type { ParsedDocument } from "../document.ts";
import { findReferences } from "../markdown/document-references.ts";
import { parseDocument } from "../markdown/parse-document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type AppliedPlan, findBaseDocument, type MergeInput } from "./apply-change-plan.ts";
import { findDroppedAnchors } from "./dropped-anchors.ts";
import type {
  ChangeRecord,
  MergeCheck,
  DroppedAnchor,
  MergeResult,
  OutputPiece,
} from "./merge-result.ts";

export async function validateMerge(
  merging: MergeInput,
  applied: AppliedPlan,
  breathe: YieldToEventLoop,
): Promise<MergeResult> {
  const base = findBaseDocument(merging);
  const { text, pieces, records } = applied;
  const output = await parseDocument({ ...base, text }, breathe);
  const dropped = await findDroppedAnchors(merging, { output, records }, breathe);
  const found = text === base.text ? [] : await findNewContradictions(base, output, breathe);
  return {
    text,
    pieces,
    records,
    dropped,
    checks: [
      checkStructure(output, records),
      await checkReferences(output, { pieces, documents: merging.documents }, breathe),
      checkContradictions(found),
      checkAnchors(dropped),
    ],
    newContradictions: found,
  };
}

function createMergeCheck(name: MergeCheck["name"], problems: readonly string[]): MergeCheck {
  return { name, passed: problems.length === 0, problems };
}

/** A40: levels follow each other without a gap and begin at the first or second. A39: what could not be made is said. */
function checkStructure(output: ParsedDocument, records: readonly ChangeRecord[]): MergeCheck {
  const problems = records
    .filter(({ status }) => status === "failed")
    .map(({ number, remarks }) => `Change #${number} could not be made: ${remarks.join("; ")}.`);
  let above: number | null = null;
  for (const { kind, depth, line, title } of output.blocks) {
    if (kind !== "heading") continue;
    if (above === null && depth > 2) {
      problems.push(`Line ${line}: the first heading, "${title}", is at level ${depth}.`);
    }
    if (above !== null && depth > above + 1) {
      problems.push(`Line ${line}: "${title}" is at level ${depth} under one of level ${above}.`);
    }
    above = depth;
  }
  return createMergeCheck("structure", problems);
}

/** A38: a reference must lead somewhere, whichever variant it comes from. */
async function checkReferences(
  output: ParsedDocument,
  { pieces, documents }: { pieces: readonly OutputPiece[]; documents: readonly ParsedDocument[] },
  breathe: YieldToEventLoop,
): Promise<MergeCheck> {
  const problems: string[] = [];
  for (const { text, line, start, resolved } of await findReferences(output, breathe)) {
    if (resolved) continue;
    const { from, change } = findPieceAt(pieces, start) ?? { from: null, change: null };
    const label = documents.find(({ variant }) => variant === from?.variant)?.label;
    const brought = change === null ? "" : `, brought by Change #${change}`;
    const origin = label === undefined ? "" : ` (from Variant ${label}${brought})`;
    problems.push(`Line ${line}: "${text}" leads nowhere${origin}.`);
  }
  return createMergeCheck("references", problems);
}

/** Pieces follow each other without a gap. */
export function findPieceAt(
  pieces: readonly OutputPiece[],
  offset: number,
): OutputPiece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return pieces[low];
}

/** A41: those that the base has as well do not count. */
async function findNewContradictions(
  base: ParsedDocument,
  output: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<ComparisonPoint[]> {
  const before = new Set(
    (await findContradictionsWithin(base, breathe)).map(({ identity }) => identity),
  );
  const found = await findContradictionsWithin(output, breathe);
  return found
    .filter(({ identity }) => !before.has(identity))
    .map(({ kind, severity, summary, topic, sides }, index) => ({
      id: `M-${String(index + 1).padStart(3, "0")}`,
      category: "contradiction",
      kind,
      severity,
      summary,
      topic,
      sides,
      within: output.variant,
      origin: "code",
    }));
}

function checkContradictions(found: readonly ComparisonPoint[]): MergeCheck {
  return createMergeCheck(
    "contradictions",
    found.map(({ id, summary, sides }) => {
      const lines = sides.map(({ line }) => `line ${line}`).join(", ");
      return `${id}: ${summary} (${lines})`;
    }),
  );
}

function checkAnchors(dropped: readonly DroppedAnchor[]): MergeCheck {
  return createMergeCheck(
    "anchors",
    dropped
      .filter(({ reason }) => reason === null)
      .map(
        ({ kind, anchor, line }) =>
          `The ${kind} "${anchor}" of line ${line} is lost, and nothing says why.`,
      ),
  );
}
