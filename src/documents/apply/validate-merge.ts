/** A38, A40-A42: checks a merged document. A failed check makes the result partial; nothing is thrown away. */
import type { ComparisonPoint } from "../comparison-point.ts";
import { findContradictionsWithin } from "../contradictions/find-contradictions.ts";
import type { ParsedDocument } from "../document.ts";
import { findReferences } from "../markdown/document-references.ts";
import { parseDocument } from "../markdown/parse-document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type AppliedPlan, findBaseDocument, type MergeInput } from "./apply-change-plan.ts";
import { findDroppedAnchors } from "./dropped-anchors.ts";
import { type DocumentFlaw, listDocumentFlaws } from "./merge-flaws.ts";
import {
  type ChangeRecord,
  type DroppedAnchor,
  findPieceAt,
  type MergeCheck,
  type MergeResult,
  type OutputPiece,
} from "./merge-result.ts";
import { findNearRepetitions } from "./near-repetitions.ts";

export async function validateMerge(
  merging: MergeInput,
  applied: AppliedPlan,
  breathe: YieldToEventLoop,
): Promise<MergeResult> {
  const base = findBaseDocument(merging);
  const { text, pieces, records } = applied;
  const output = await parseDocument({ ...base, text }, breathe);
  const dropped = await findDroppedAnchors(merging, { output, records }, breathe);
  const found = text === base.text ? [] : await findNewContradictions(merging, output, breathe);
  const [structure, ...others] = await checkFlaws(output, merging, { ...applied, breathe });
  return {
    text,
    pieces,
    records,
    dropped,
    checks: [
      ...(structure ? [structure] : []),
      await checkReferences(output, { pieces, documents: merging.documents }, breathe),
      checkContradictions(found),
      checkAnchors(dropped),
      ...others,
      checkFrontMatter(output, { pieces, documents: merging.documents }),
    ],
    newContradictions: found,
  };
}

function createMergeCheck(
  name: MergeCheck["name"],
  problems: readonly string[],
  notes: readonly string[] = [],
): MergeCheck {
  return { name, passed: problems.length === 0, problems, notes };
}

/** A39: what could not be made is said. */
function listFailedChanges(records: readonly ChangeRecord[]): string[] {
  return records
    .filter(({ status }) => status === "failed")
    .map(({ number, remarks }) => `Change #${number} could not be made: ${remarks.join("; ")}.`);
}

/** Only what no variant has alone was brought in by the merge. */
async function checkFlaws(
  output: ParsedDocument,
  { documents }: MergeInput,
  { pieces, records, breathe }: AppliedPlan & { readonly breathe: YieldToEventLoop },
): Promise<MergeCheck[]> {
  const old = new Set<string>();
  const countedAnew = new Map<string, number>();
  for (const document of documents) {
    const own = await listDocumentFlaws(document, breathe);
    for (const { identity } of own) old.add(identity);
    for (const id of new Set(own.filter(({ check }) => check === "ids").map(readFlawedId)))
      countedAnew.set(id, (countedAnew.get(id) ?? 0) + 1);
  }
  // ids that begin anew in every part of several drafts do so in the merged document
  const isKnown = (flaw: DocumentFlaw): boolean =>
    old.has(flaw.identity) ||
    (flaw.check === "ids" && (countedAnew.get(readFlawedId(flaw)) ?? 0) > 1);
  const flaws = [
    ...(await listDocumentFlaws(output, breathe)),
    ...(await findNearRepetitions(output, { pieces, documents }, breathe)),
  ];
  const failed = listFailedChanges(records);
  return (["structure", "topics", "headings", "ids"] as const).map((name) => {
    const own = flaws.filter(({ check }) => check === name);
    const told = (isOld: boolean): string[] =>
      own.filter((flaw) => isKnown(flaw) === isOld).map(({ problem }) => problem);
    return createMergeCheck(
      name,
      [...(name === "structure" ? failed : []), ...told(false)],
      told(true),
    );
  });
}

function readFlawedId({ identity }: DocumentFlaw): string {
  return identity.split("|", 1)[0] ?? "";
}

/** A38: a reference must lead somewhere, unless it led nowhere in the variant it comes from. */
async function checkReferences(
  output: ParsedDocument,
  { pieces, documents }: { pieces: readonly OutputPiece[]; documents: readonly ParsedDocument[] },
  breathe: YieldToEventLoop,
): Promise<MergeCheck> {
  const [problems, notes]: [string[], string[]] = [[], []];
  const broken = new Map<number, ReadonlySet<string>>();
  const listBroken = async (document: ParsedDocument): Promise<ReadonlySet<string>> => {
    const known = broken.get(document.variant);
    if (known !== undefined) return known;
    const unresolved = (await findReferences(document, breathe)).filter((one) => !one.resolved);
    const texts = new Set(unresolved.map(({ text }) => text));
    broken.set(document.variant, texts);
    return texts;
  };
  for (const { text, line, start, resolved } of await findReferences(output, breathe)) {
    if (resolved) continue;
    const { from, change } = findPieceAt(pieces, start) ?? { from: null, change: null };
    const source = documents.find(({ variant }) => variant === from?.variant);
    const brought = change === null ? "" : `, brought by Change #${change}`;
    const origin = source === undefined ? "" : ` (from Variant ${source.label}${brought})`;
    const isOld = source !== undefined && (await listBroken(source)).has(text);
    (isOld ? notes : problems).push(`Line ${line}: "${text}" leads nowhere${origin}.`);
  }
  return createMergeCheck("references", problems, notes);
}

/** Front matter is about the whole document: that of another variant has no place inside. */
function checkFrontMatter(
  { blocks }: ParsedDocument,
  { pieces, documents }: { pieces: readonly OutputPiece[]; documents: readonly ParsedDocument[] },
): MergeCheck {
  const top = blocks[0]?.kind === "front-matter" ? blocks[0].end : 0;
  const problems = pieces.flatMap(({ start, from, change }) => {
    const source = documents.find(({ variant }) => variant === from?.variant);
    const own = source?.blocks[0];
    if (start < top || from === null || own?.kind !== "front-matter") return [];
    if (from.at.start >= own.end || from.at.end <= own.start) return [];
    const by = change === null ? "" : ` by Change #${change}`;
    return [`The front matter of Variant ${source?.label ?? ""} was put inside the document${by}.`];
  });
  return createMergeCheck("front-matter", problems);
}

/** A41: those that a variant has by itself do not count. */
async function findNewContradictions(
  { documents }: MergeInput,
  output: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<ComparisonPoint[]> {
  const before = new Set<string>();
  for (const document of documents) {
    for (const { identity } of await findContradictionsWithin(document, breathe))
      before.add(identity);
  }
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
