/** A recorded debate read by the audit, with the texts that it published. */
import { type Audit, auditOf } from "../audit/audit.ts";
import type { DebateRecord } from "../dissent.ts";
import { transcriptOf } from "../domain/transcript.ts";

export async function auditedRecord({ events, text }: DebateRecord): Promise<Audit> {
  const documents = [];
  for (const { sha256 } of transcriptOf(events).artifacts) {
    documents.push((await text(sha256)) ?? "");
  }
  return auditOf(events, { documents });
}
