/** What of each variant is missing from the output, section by section, and why. */
import { type BlockKind, type ParsedDocument, type TextSpan, readSpanText } from "../document.ts";
import { findFirstEndingAfter } from "../markdown/document-excerpt.ts";
import { findDocumentLines, findLineAtOffset } from "../markdown/text-lines.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import type { ProvenanceInput } from "./map-provenance.ts";
import type { LeftOutPassage } from "./provenance-map.ts";
import { formatSectionName } from "./source-comments.ts";

type OmissionCause = Pick<LeftOutPassage, "point" | "why">;

const UNNAMED: OmissionCause = { point: null, why: "no point of the comparison is about it" };

/** What is taken or left as one: an item of a list, a row of a table, any other block. */
interface DocumentLeaf extends TextSpan {
  readonly kind: BlockKind;
  readonly section: number;
}

function listLeaves({ blocks }: ParsedDocument): DocumentLeaf[] {
  return blocks.flatMap(({ parts, start, end, kind, section }) =>
    (parts.length === 0 ? [{ start, end }] : parts).map((span) => ({ ...span, kind, section })),
  );
}

/** Words of the output, from any variant: a passage that says the same is not left out. */
export async function collectOutputWords(
  mapping: ProvenanceInput,
  breathe: YieldToEventLoop,
): Promise<ReadonlySet<string>> {
  const kept = new Set([""]);
  for (const document of mapping.documents) {
    for (const leaf of listTakenLeaves(mapping, document)) {
      kept.add(formatLeafKey(document, leaf));
      await breathe();
    }
  }
  return kept;
}

export async function listLeftOutPassages(
  mapping: ProvenanceInput,
  { document, kept }: { document: ParsedDocument; kept: ReadonlySet<string> },
  breathe: YieldToEventLoop,
): Promise<LeftOutPassage[]> {
  const leaves = listLeaves(document);
  const taken = new Set(listTakenLeaves(mapping, document).map(({ start }) => start));
  const causes = findOmissionCauses(mapping, document, leaves);
  const found: LeftOutPassage[] = [];
  let run: DocumentLeaf[] = [];
  let why: OmissionCause | undefined;
  for (const [at, leaf] of leaves.entries()) {
    await breathe();
    const out = !taken.has(leaf.start) && !kept.has(formatLeafKey(document, leaf));
    const [first] = run;
    // a run ends where a section does, or where another point begins
    const goesOn = first?.section === leaf.section && why === causes[at];
    if (first && !(out && goesOn)) {
      found.push(createLeftOutPassage(document, run, why ?? UNNAMED));
      run = [];
    }
    if (!out) continue;
    run.push(leaf);
    why = causes[at];
  }
  if (run.length > 0) found.push(createLeftOutPassage(document, run, why ?? UNNAMED));
  return found;
}

/** Levels of headings, marks of items and line breaks do not make words others; in code every character counts. */
function formatLeafKey(document: ParsedDocument, leaf: DocumentLeaf): string {
  const text = readSpanText(document, leaf);
  if (leaf.kind === "code") return `code ${text.replace(/\r\n/g, "\n").trimEnd()}`;
  return text
    .replace(/[\s#*_>|]+|[-+]+(?=[\s|]|$)/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .toLowerCase();
}

/** White space, or the mark of an item whose words are another's. */
export const WORDLESS = /^\s*(?:(?:[-+*]|\d{1,9}[.)])\s*)?$/;

/** Those that the output has. */
function listTakenLeaves({ merged }: ProvenanceInput, document: ParsedDocument): DocumentLeaf[] {
  const spans = merged.pieces
    .flatMap(({ from }) => (from?.variant === document.variant ? [from.at] : []))
    .sort((a, b) => a.start - b.start);
  let at = 0;
  return listLeaves(document).filter(({ start, end }) => {
    while (at < spans.length && (spans[at]?.end ?? 0) <= start) at++;
    for (let next = at; next < spans.length; next++) {
      const span = spans[next];
      if (!span || span.start >= end) return false;
      const common = { start: Math.max(start, span.start), end: Math.min(end, span.end) };
      if (!WORDLESS.test(readSpanText(document, common))) return true;
    }
    return false;
  });
}

/** By leaf: what a change did, else what the plan says of the point that quotes it. */
function findOmissionCauses(
  { plan, points, merged }: ProvenanceInput,
  { variant }: ParsedDocument,
  leaves: readonly DocumentLeaf[],
): OmissionCause[] {
  const causes: OmissionCause[] = [];
  const name = (span: TextSpan, cause: OmissionCause): void => {
    for (let index = findFirstEndingAfter(leaves, span.start); index < leaves.length; index++) {
      if ((leaves[index]?.start ?? 0) >= span.end) break;
      causes[index] ??= cause;
    }
  };
  const records = new Map(merged.records.map((record) => [record.number, record]));
  for (const { number, point, from, source, target } of plan.changes) {
    const record = records.get(number);
    if (record?.status === "applied") {
      if (variant === plan.into && target.kind === "span") {
        name(target.at, { point, why: `Change #${number} put other words in its place` });
      }
    } else if (from === variant && source !== null) {
      name(source, {
        point,
        why: `Change #${number} was not made: ${record?.remarks.join("; ") ?? ""}`,
      });
    }
  }
  const reasons = new Map(plan.unmade.map(({ point, reason }) => [point, reason]));
  const own = points.flatMap(({ id, sides }) =>
    sides.flatMap((side) => (side.variant === variant ? [{ id, side }] : [])),
  );
  for (const { id, side } of own) {
    const why = reasons.get(id);
    if (why !== undefined) name(side, { point: id, why });
  }
  for (const { id, side } of own)
    name(side, { point: id, why: "another variant's words were chosen" });
  return causes;
}

function createLeftOutPassage(
  document: ParsedDocument,
  run: readonly DocumentLeaf[],
  cause: OmissionCause,
): LeftOutPassage {
  const [start, end] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0];
  const lines = findDocumentLines(document);
  const section = run[0]?.section ?? 0;
  return {
    variant: document.variant,
    section: formatSectionName(document, section),
    title: document.sections[section]?.title ?? "",
    lines: [
      findLineAtOffset(lines, start) + 1,
      findLineAtOffset(lines, Math.max(start, end - 1)) + 1,
    ],
    ...cause,
  };
}
