/** Splits a merged document into pieces as a reader sees them, each with its sources. */
import type { DocumentBlock, ParsedDocument } from "../../../documents/document.ts";
import { parseDocument } from "../../../documents/markdown/parse-document.ts";
import type { MappedUnit, ProvenanceMap } from "../../../documents/provenance/provenance-map.ts";
import type { YieldToEventLoop } from "../../../documents/yield-to-event-loop.ts";
import type { MergedPiece, MergedSource } from "./merged-view-shape.ts";

export interface MergedText {
  readonly text: string;
  readonly format: ParsedDocument["format"];
  readonly map: ProvenanceMap;
}

/** Joined, the pieces are the document. */
export async function splitMergedPieces(
  merged: MergedText,
  breathe: YieldToEventLoop,
): Promise<MergedPiece[]> {
  const { text, format } = merged;
  const document = await parseDocument({ variant: 0, name: "", text, format }, breathe);
  const units = merged.map.units.toSorted((a, b) => a.offsets[0] - b.offsets[0]);
  const cuts: PieceCut[] = [];
  let from = 0;
  for (const block of document.blocks) {
    while ((units[from]?.offsets[1] ?? Infinity) <= block.start) from++;
    cuts.push(...findPieceCuts(block, units, from));
    await breathe();
  }
  const [first = { start: 0, kind: "paragraph", depth: 0, line: 1 }, ...others] = cuts;
  if (text === "") return [];
  return joinPieceCuts(text, [{ ...first, start: 0 }, ...others], units);
}

interface PieceCut {
  readonly start: number;
  readonly kind: MergedPiece["kind"];
  readonly depth: number;
  readonly line: number;
}

/** A list whose items come from several places is cut where the place changes; every other block stays whole. */
function findPieceCuts(
  block: DocumentBlock,
  units: readonly MappedUnit[],
  from: number,
): PieceCut[] {
  const { start, kind, depth, line } = block;
  const whole = { start, kind, depth, line };
  if (kind !== "list" || (units[from]?.offsets[1] ?? Infinity) >= block.end) return [whole];
  const cuts: PieceCut[] = [whole];
  let at = from;
  let last: string | null = null;
  for (const part of block.parts) {
    while ((units[at]?.offsets[1] ?? Infinity) <= part.start) at++;
    const unit = units[at];
    const origin = unit && unit.offsets[0] < part.end ? formatUnitOrigin(unit) : null;
    if (last !== null && origin !== null && origin !== last) {
      cuts.push({ start: part.start, kind, depth, line: unit?.lines[0] ?? line });
    }
    last = origin ?? last;
  }
  return cuts;
}

function formatUnitOrigin({ variant, section, change }: MappedUnit): string {
  return `${variant} ${section} ${change ?? ""}`;
}

function joinPieceCuts(
  text: string,
  cuts: readonly PieceCut[],
  units: readonly MappedUnit[],
): MergedPiece[] {
  let from = 0;
  return cuts.map(({ start, kind, depth, line }, index) => {
    const end = cuts[index + 1]?.start ?? text.length;
    while ((units[from]?.offsets[1] ?? Infinity) <= start) from++;
    const sources: MergedSource[] = [];
    for (let at = from; (units[at]?.offsets[0] ?? Infinity) < end; at++) {
      const unit = units[at];
      if (unit) sources.push(createMergedSource(unit, start, end));
    }
    return { text: text.slice(start, end), kind, depth, line, sources };
  });
}

function createMergedSource(unit: MappedUnit, start: number, end: number): MergedSource {
  const { variant, section, title, sourceLines, change, offsets } = unit;
  return {
    variant,
    place: section,
    title,
    lines: sourceLines,
    at: [Math.max(0, offsets[0] - start), Math.min(end, offsets[1]) - start],
    change,
  };
}

/** Characters of the document that are a variant's own. */
export function countVariantCharacters({ units }: ProvenanceMap, variant: number): number {
  return units.reduce(
    (sum, { variant: from, offsets }) => (from === variant ? sum + offsets[1] - offsets[0] : sum),
    0,
  );
}
