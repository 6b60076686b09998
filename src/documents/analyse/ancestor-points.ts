/**
 * A0b: what the drafts made of the text they all come from. What only one side changed, or all changed alike, is
 * settled; what was changed in two ways is a point of the debate.
 */
import { sanitizeLine } from "../../text/markdown.ts";
import { type PassageRegion, alignPassages } from "../align/align-passages.ts";
import {
  type PassageRange,
  createBlockRun,
  formatUnitKey,
  readRangeText,
} from "../align/passage-units.ts";
import type { ParsedDocument } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { divideRegion } from "./divide-region.ts";
import {
  type VariantDifference,
  comparePassages,
  describeChangedWords,
  formatDocumentLabels,
} from "./passage-difference.ts";
import { createRangeSide, findRangeTopic } from "./range-sides.ts";

export interface AncestorFindings {
  /** Changed by one side, or by several in the same way: taken without a vote. */
  readonly settled: readonly VariantDifference[];
  /** Changed in two ways or more. */
  readonly disputed: readonly VariantDifference[];
}

export async function findAncestorPoints(
  ancestor: ParsedDocument,
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<AncestorFindings> {
  const whole = (document: ParsedDocument) =>
    createBlockRun(document, { first: 0, beyond: document.blocks.length });
  const regions = alignPassages(whole(ancestor), documents.map(whole), { split: false });
  const settled: VariantDifference[] = [];
  const disputed: VariantDifference[] = [];
  for (const region of regions) {
    await breathe();
    const whole = describeRegion(ancestor, documents, region);
    if (whole === null) continue;
    const parts = whole.settled === undefined ? divideChange(ancestor, documents, region) : [];
    for (const found of parts.length > 0 ? parts : [whole])
      (found.settled === undefined ? disputed : settled).push(found);
  }
  return { settled, disputed };
}

/** The parts that each side changed; empty where none of them is settled by that. */
function divideChange(
  ancestor: ParsedDocument,
  documents: readonly ParsedDocument[],
  region: PassageRegion,
): VariantDifference[] {
  const found = divideRegion([ancestor, ...documents], region).flatMap(
    (part) => describeRegion(ancestor, documents, part) ?? [],
  );
  return found.some(({ settled }) => settled !== undefined) ? found : [];
}

function describeRegion(
  ancestor: ParsedDocument,
  documents: readonly ParsedDocument[],
  [old, ...ranges]: PassageRegion,
): VariantDifference | null {
  if (old === undefined) return null;
  const before = readRangeText(ancestor, old);
  const said = documents.map((document, at) => {
    const range = ranges[at] ?? old;
    return { document, range, text: readRangeText(document, range) };
  });
  const keys = said.map(({ document, range, text }) => formatKey(document, range, text));
  const unchanged = formatKey(ancestor, old, before);
  const changers = said.filter((_, at) => keys[at] !== unchanged);
  const versions = new Set(keys.filter((key) => key !== unchanged));
  const [first] = changers;
  if (first === undefined || (versions.size === 1 && changers.length === said.length)) return null;
  const topic = findRangeTopic(first.document, first.range);
  const sides = said.flatMap(({ document, range }) => createRangeSide(document, range));
  const by = formatDocumentLabels(changers.map(({ document }) => document));
  if (versions.size === 1) {
    return {
      kind: "one-sided",
      severity: "Low",
      topic,
      summary: `Only ${by} changed this: ${describeEdit(before, first.text)}.`,
      sides,
      ranges,
      settled: first.document.variant,
    };
  }
  const apart = comparePassages(changers.filter(({ text }) => text !== ""));
  return {
    kind: apart?.kind ?? "approach",
    severity: apart?.severity === "High" ? "High" : "Medium",
    topic,
    summary: `${by} changed this in different ways: ${apart?.summary ?? "one of them leaves it out."}`,
    sides,
    ranges,
  };
}

function formatKey(
  document: ParsedDocument,
  { inside, first, words }: PassageRange,
  text: string,
): string {
  const block = document.blocks[inside ?? first]?.kind ?? "paragraph";
  // lines are compared letter by letter: how far they are indented says what they belong to
  const kind = words !== undefined && block !== "paragraph" ? "code" : block;
  return formatUnitKey({ ...document, text }, { kind, at: { start: 0, end: text.length } });
}

function describeEdit(before: string, after: string): string {
  const cut = (text: string): string => {
    const line = sanitizeLine(text).replace(/\s+/g, " ").trim();
    return line.length <= 80 ? `"${line}"` : `"${line.slice(0, 80).trimEnd()} …"`;
  };
  if (before === "") return `adds ${cut(after)}`;
  if (after === "") return `leaves out ${cut(before)}`;
  const changes = describeChangedWords(before, after);
  return changes.length === 0 ? "layout" : changes.join(", ");
}
