/** The protocols whose debates leave a document of their own, beside the record. */
import type { OwnDocument } from "../app/results/own-document.ts";
import { readOpening } from "../domain/journal/event.ts";
import type { DebateRecord } from "../domain/journal/record.ts";
import { mergedDocument } from "./merge/files/merged-document.ts";

const OWN_DOCUMENTS: Readonly<Record<string, OwnDocument>> = { merge: mergedDocument };

/** Undefined where a debate leaves its record alone. */
export function findOwnDocument({ events }: Pick<DebateRecord, "events">): OwnDocument | undefined {
  const { protocol } = readOpening(events);
  return Object.hasOwn(OWN_DOCUMENTS, protocol) ? OWN_DOCUMENTS[protocol] : undefined;
}

/** Folders that protocols keep their pages in, beside a record. */
export const DOCUMENT_FOLDERS = Object.values(OWN_DOCUMENTS).map(({ folder }) => folder);
