/** The map of a merged document to paragraph level. */
import { hash } from "node:crypto";

import type { Merging } from "./apply-plan.ts";
import type { Breath } from "./breath.ts";
import type { PlannedChange } from "./change.ts";
import { sectionName } from "./comments.ts";
import { type Document, type Span, textOf } from "./document.ts";
import { leftOutOf, WORDLESS, wordsKept } from "./left-out.ts";
import type { Merged, Piece } from "./merged.ts";
import type { Point } from "./point.ts";
import {
  type LeftOut,
  MAP_VERSION,
  type MappedUnit,
  type ProvenanceMap,
} from "./provenance-map.ts";
import { documentLines, linesOf, lineOf, type TextLines } from "./text-lines.ts";

export type { LeftOut, MappedUnit, ProvenanceMap } from "./provenance-map.ts";
export { readProvenance } from "./read-provenance.ts";

export interface Mapping extends Merging {
  readonly points: readonly Point[];
  readonly merged: Merged;
}

/** One entry per block, item or row that has words; glue and comments have none. */
export async function provenanceMap(mapping: Mapping, breathe: Breath): Promise<ProvenanceMap> {
  const { documents, plan, merged } = mapping;
  const lines = linesOf(merged.text);
  const units: MappedUnit[] = [];
  const changes = new Map(plan.changes.map((change) => [change.number, change]));
  for (const piece of merged.pieces) {
    await breathe();
    const { from, change } = piece;
    const document = documents.find(({ variant }) => variant === from?.variant);
    if (from === null || !document || WORDLESS.test(textOf(merged, piece))) continue;
    const by = change === null ? undefined : changes.get(change);
    const source = { start: from.at.start, end: from.at.end, section: from.section };
    units.push({
      ...outputOf(merged, piece, lines),
      ...sourceOf(document, source),
      ...causeOf(by),
    });
  }
  const kept = await wordsKept(mapping, breathe);
  const leftOut: LeftOut[] = [];
  const variants = [];
  for (const document of documents) {
    leftOut.push(...(await leftOutOf(mapping, { document, kept }, breathe)));
    const { variant, label, name, text } = document;
    variants.push({ variant, label, name, sha256: sha256(text), base: variant === plan.into });
    await breathe();
  }
  return { version: MAP_VERSION, sha256: sha256(merged.text), variants, units, leftOut };
}

/** One entry per line: a person can read it, and a tool compare it line by line. */
export async function provenanceJson(map: ProvenanceMap, breathe: Breath): Promise<string> {
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
function visible(text: string, { start, end }: Span): Span {
  const words = text.slice(start, end);
  const blank = /^(?:[ \t]*(?:\r\n|[\r\n]))*/.exec(words)?.[0].length ?? 0;
  const mark = /(?:\r\n|[\r\n])[ \t]*(?:[-+*]|\d{1,9}[.)])\s*$/;
  return { start: start + blank, end: start + words.replace(mark, "").trimEnd().length };
}

function sha256(text: string): string {
  return hash("sha256", text);
}

function outputOf(
  merged: Merged,
  piece: Piece,
  lines: TextLines,
): Pick<MappedUnit, "lines" | "offsets" | "sha256"> {
  const { start, end } = visible(merged.text, piece);
  return {
    lines: spanned(lines, start, end),
    offsets: [start, end],
    sha256: sha256(merged.text.slice(start, end)),
  };
}

function sourceOf(
  document: Document,
  { section, ...at }: Span & { section: number },
): Pick<MappedUnit, "variant" | "section" | "title" | "sourceLines"> {
  const { start, end } = visible(document.text, at);
  return {
    variant: document.variant,
    section: sectionName(document, section),
    title: document.sections[section]?.title ?? "",
    sourceLines: spanned(documentLines(document), start, end),
  };
}

function causeOf(
  change: PlannedChange | undefined,
): Pick<MappedUnit, "change" | "point" | "integration"> {
  if (change === undefined) return { change: null, point: null, integration: null };
  const { number, point, integration } = change;
  return { change: number, point, integration };
}

function spanned(lines: TextLines, start: number, end: number): readonly [number, number] {
  return [lineOf(lines, start) + 1, lineOf(lines, Math.max(start, end - 1)) + 1];
}
