/** What protocols tell the page of the documents that they work on. */
import { readOpening } from "../domain/journal/event.ts";
import type { DebateRecord } from "../domain/journal/record.ts";
import { MergedViewAnswer } from "./merge/view/merged-view-answer.ts";
import { buildMergedView } from "./merge/view/merged-view.ts";
import type { DocumentFindings } from "./view-shapes.ts";

/** What the server says of it. */
export const DocumentAnswer = MergedViewAnswer;

type BuildFindings = (record: DebateRecord) => Promise<DocumentFindings | null>;

const DOCUMENT_FINDINGS: Readonly<Record<string, BuildFindings>> = { merge: buildMergedView };

/** Null where a protocol has no such document, or nothing of it is known yet. */
export async function buildDocumentFindings(
  record: DebateRecord,
): Promise<DocumentFindings | null> {
  const { protocol } = readOpening(record.events);
  const build = Object.hasOwn(DOCUMENT_FINDINGS, protocol)
    ? DOCUMENT_FINDINGS[protocol]
    : undefined;
  return (await build?.(record)) ?? null;
}
