/** A debate in any of the formats a report can have. */
import { type DebateRecord, PROTOCOLS } from "../../dissent.ts";
import { opening } from "../../domain/event.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { adrRecord } from "../../reports/adr.ts";
import { commentText } from "../../reports/comment.ts";
import { markdownRecord } from "../../reports/markdown.ts";
import { resultDocument, resultYaml, wholeAudit } from "../../reports/result.ts";
import { fileLines } from "../../stores/journal-file.ts";
import { jsonText } from "../../text/json-text.ts";
import { auditedRecord, type Judged } from "../project/audited.ts";

export type Format = "md" | "adr" | "json" | "yaml" | "jsonl" | "html" | "comment";

/** The record as a text; what became of like cases is said where it is known. */
export async function render(
  record: DebateRecord,
  format: Format,
  judged: Judged = null,
): Promise<string> {
  if (format === "jsonl") return journalText(record);
  if (format === "html") return pageText(record, judged);
  const transcript = transcriptOf(record.events);
  const audit = await auditedRecord(record, judged);
  switch (format) {
    case "md":
      return markdownRecord(transcript, audit);
    case "adr":
      return adrRecord(transcript, { supersedes: [], audit });
    case "json": {
      const result = resultDocument(transcript, wholeAudit(audit));
      return `${jsonText({ ...result, transcript }, 2)}\n`;
    }
    case "yaml":
      return resultYaml(transcript, audit);
    case "comment":
      return commentText(transcript, opening(record.events).brief.id, { audit, verdict: null });
  }
}

/** The page with the debate inside. */
async function pageText(record: DebateRecord, judged: Judged): Promise<string> {
  const [{ reportHtml }, { pageBundles }] = await Promise.all([
    import("../../page/report.ts"),
    import("../../page/bundle.ts"),
  ]);
  return reportHtml(record, { protocols: PROTOCOLS, judged, bundleOf: pageBundles() });
}

async function journalText(record: DebateRecord): Promise<string> {
  const written: string[] = [];
  for await (const line of fileLines(record)) written.push(line);
  return written.join("");
}
