/** The checks of a merged document (A38, A40-A42). One that fails makes the result partial; nothing is thrown away. */
import { type Applied, baseOf, type Merging } from "./apply-plan.ts";
import type { Breath } from "./breath.ts";
import { contradictionsWithin } from "./contradictions.ts";
import type { Document } from "./document.ts";
import { droppedAnchors } from "./dropped-anchors.ts";
import type { ChangeRecord, Check, Dropped, Merged, Piece } from "./merged.ts";
import { parseDocument } from "./parse.ts";
import type { Point } from "./point.ts";
import { referencesIn } from "./references.ts";

export async function validated(
  merging: Merging,
  applied: Applied,
  breathe: Breath,
): Promise<Merged> {
  const base = baseOf(merging);
  const { text, pieces, records } = applied;
  const output = await parseDocument({ ...base, text }, breathe);
  const dropped = await droppedAnchors(merging, { output, records }, breathe);
  const found = text === base.text ? [] : await newContradictions(base, output, breathe);
  return {
    text,
    pieces,
    records,
    dropped,
    checks: [
      structure(output, records),
      await references(output, { pieces, documents: merging.documents }, breathe),
      contradictions(found),
      anchors(dropped),
    ],
    newContradictions: found,
  };
}

function check(name: Check["name"], problems: readonly string[]): Check {
  return { name, passed: problems.length === 0, problems };
}

/** A40: levels follow each other without a gap and begin at the first or second. A39: what could not be made is said. */
function structure(output: Document, records: readonly ChangeRecord[]): Check {
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
  return check("structure", problems);
}

/** A38: a reference has to lead somewhere, whoever wrote it. */
async function references(
  output: Document,
  { pieces, documents }: { pieces: readonly Piece[]; documents: readonly Document[] },
  breathe: Breath,
): Promise<Check> {
  const problems: string[] = [];
  for (const { text, line, start, resolved } of await referencesIn(output, breathe)) {
    if (resolved) continue;
    const { from, change } = pieceAt(pieces, start) ?? { from: null, change: null };
    const label = documents.find(({ variant }) => variant === from?.variant)?.label;
    const brought = change === null ? "" : `, brought by Change #${change}`;
    const origin = label === undefined ? "" : ` (from Variant ${label}${brought})`;
    problems.push(`Line ${line}: "${text}" leads nowhere${origin}.`);
  }
  return check("references", problems);
}

/** Pieces follow each other without a gap. */
export function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return pieces[low];
}

/** A41: those that the base has as well do not count. */
async function newContradictions(
  base: Document,
  output: Document,
  breathe: Breath,
): Promise<Point[]> {
  const before = new Set(
    (await contradictionsWithin(base, breathe)).map(({ identity }) => identity),
  );
  const found = await contradictionsWithin(output, breathe);
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

function contradictions(found: readonly Point[]): Check {
  return check(
    "contradictions",
    found.map(({ id, summary, sides }) => {
      const lines = sides.map(({ line }) => `line ${line}`).join(", ");
      return `${id}: ${summary} (${lines})`;
    }),
  );
}

function anchors(dropped: readonly Dropped[]): Check {
  return check(
    "anchors",
    dropped
      .filter(({ reason }) => reason === null)
      .map(
        ({ kind, anchor, line }) =>
          `The ${kind} "${anchor}" of line ${line} is lost, and nothing says why.`,
      ),
  );
}
