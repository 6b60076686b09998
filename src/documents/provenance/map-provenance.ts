/** Maps a merged document to its sources, paragraph by paragraph. */
import { hash } from "node:crypto";

import type { MergeInput } from "../apply/apply-change-plan.ts";
import type { MergeChange } from "../apply/change-plan.ts";
import type { MergeResult, OutputPiece } from "../apply/merge-result.ts";
import type { ComparisonPoint } from "../comparison-point.ts";
import { type ParsedDocument, type TextSpan, readSpanText } from "../document.ts";
import {
  findDocumentLines,
  splitTextLines,
  findLineAtOffset,
  type TextLines,
} from "../markdown/text-lines.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { listLeftOutPassages, WORDLESS, collectOutputWords } from "./left-out-passages.ts";
import {
  type LeftOutPassage,
  MAP_VERSION,
  type MappedUnit,
  type ProvenanceMap,
} from "./provenance-map.ts";
import { formatSectionName } from "./source-comments.ts";

export type { LeftOutPassage, MappedUnit, ProvenanceMap } from "./provenance-map.ts";
export { parseProvenanceFile } from "./provenance-map.ts";

export interface ProvenanceInput extends MergeInput {
  readonly points: readonly ComparisonPoint[];
  readonly merged: MergeResult;
}

/** One entry per block, item or row that has words; glue and comments have none. */
export async function mapProvenance(
  mapping: ProvenanceInput,
  breathe: YieldToEventLoop,
): Promise<ProvenanceMap> {
  const { documents, plan, merged } = mapping;
  const lines = splitTextLines(merged.text);
  const units: MappedUnit[] = [];
  const changes = new Map(plan.changes.map((change) => [change.number, change]));
  for (const piece of merged.pieces) {
    await breathe();
    const { from, change } = piece;
    const document = documents.find(({ variant }) => variant === from?.variant);
    if (from === null || !document || WORDLESS.test(readSpanText(merged, piece))) continue;
    const by = change === null ? undefined : changes.get(change);
    const source = { start: from.at.start, end: from.at.end, section: from.section };
    units.push({
      ...describeOutputUnit(merged, piece, lines),
      ...describeSourceUnit(document, source),
      ...describeUnitCause(by),
    });
  }
  const kept = await collectOutputWords(mapping, breathe);
  const leftOut: LeftOutPassage[] = [];
  const variants = [];
  for (const document of documents) {
    leftOut.push(...(await listLeftOutPassages(mapping, { document, kept }, breathe)));
    const { variant, label, name, text } = document;
    variants.push({ variant, label, name, sha256: hashSha256(text), base: variant === plan.into });
    await breathe();
  }
  return { version: MAP_VERSION, sha256: hashSha256(merged.text), variants, units, leftOut };
}

/** One entry per line: a person can read it, and a tool compare it line by line. */
export async function formatProvenanceJson(
  map: ProvenanceMap,
  breathe: YieldToEventLoop,
): Promise<string> {
  const { version, sha256: digest, variants, units, leftOut } = map;
  const parts = [`{"version":${version},"sha256":"${digest}"`];
  for (const [name, entries] of Object.entries({ variants, units, leftOut })) {
    const lines: string[] = [];
    for (const entry of entries) {
      lines.push(JSON.stringify(entry));
      await breathe();
    }
    parts.push(`"${name}":[\n${lines.join(",\n")}\n]`);
  }
  return `${parts.join(",\n")}}\n`;
}

/** Without the blank lines before it, and the white space or the next item's mark behind it. */
function trimToVisible(text: string, { start, end }: TextSpan): TextSpan {
  const words = text.slice(start, end);
  const blank = /^(?:[ \t]*(?:\r\n|[\r\n]))*/.exec(words)?.[0].length ?? 0;
  const mark = /(?:\r\n|[\r\n])[ \t]*(?:[-+*]|\d{1,9}[.)])\s*$/;
  return { start: start + blank, end: start + words.replace(mark, "").trimEnd().length };
}

function hashSha256(text: string): string {
  return hash("sha256", text);
}

function describeOutputUnit(
  merged: MergeResult,
  piece: OutputPiece,
  lines: TextLines,
): Pick<MappedUnit, "lines" | "offsets" | "sha256"> {
  const { start, end } = trimToVisible(merged.text, piece);
  return {
    lines: findLineRange(lines, start, end),
    offsets: [start, end],
    sha256: hashSha256(merged.text.slice(start, end)),
  };
}

function describeSourceUnit(
  document: ParsedDocument,
  { section, ...at }: TextSpan & { section: number },
): Pick<MappedUnit, "variant" | "section" | "title" | "sourceLines"> {
  const { start, end } = trimToVisible(document.text, at);
  return {
    variant: document.variant,
    section: formatSectionName(document, section),
    title: document.sections[section]?.title ?? "",
    sourceLines: findLineRange(findDocumentLines(document), start, end),
  };
}

function describeUnitCause(
  change: MergeChange | undefined,
): Pick<MappedUnit, "change" | "point" | "integration"> {
  if (change === undefined) return { change: null, point: null, integration: null };
  const { number, point, integration } = change;
  return { change: number, point, integration };
}

function findLineRange(lines: TextLines, start: number, end: number): readonly [number, number] {
  return [
    findLineAtOffset(lines, start) + 1,
    findLineAtOffset(lines, Math.max(start, end - 1)) + 1,
  ];
}
