/** A debate in any of the formats a report can have. */
import { type DebateRecord, PROTOCOLS } from "../../dissent.ts";
import { readOpening } from "../../domain/event.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { formatAdrRecord } from "../../reports/adr-record.ts";
import { markdownRecord } from "../../reports/markdown-record.ts";
import { formatPullRequestComment } from "../../reports/pull-request-comment.ts";
import {
  buildResultDocument,
  formatResultYaml,
  convertAuditToJson,
} from "../../reports/result-document.ts";
import { formatJournalFile } from "../../stores/journal-file.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import { auditDebateRecord, type LabelCalibration } from "../project/audit-record.ts";

export type ReportFormat = "md" | "adr" | "json" | "yaml" | "jsonl" | "html" | "comment";

/** The record as a text; what became of like cases is said where it is known. */
export async function renderReport(
  record: DebateRecord,
  format: ReportFormat,
  judged: LabelCalibration = null,
): Promise<string> {
  if (format === "jsonl") return renderJournalFile(record);
  if (format === "html") return renderReportPage(record, judged);
  const transcript = transcriptOf(record.events);
  const audit = await auditDebateRecord(record, judged);
  switch (format) {
    case "md":
      return markdownRecord(transcript, audit);
    case "adr":
      return formatAdrRecord(transcript, { supersedes: [], audit });
    case "json": {
      const result = buildResultDocument(transcript, convertAuditToJson(audit));
      return `${stringifyForTerminal({ ...result, transcript }, 2)}\n`;
    }
    case "yaml":
      return formatResultYaml(transcript, audit);
    case "comment":
      return formatPullRequestComment(transcript, readOpening(record.events).brief.id, {
        audit,
        verdict: null,
      });
  }
}

/** The page with the debate inside. */
async function renderReportPage(record: DebateRecord, judged: LabelCalibration): Promise<string> {
  const [{ renderHtmlReport }, { createPageBundleSource }] = await Promise.all([
    import("../../page/html-report.ts"),
    import("../../page/page-bundle.ts"),
  ]);
  return renderHtmlReport(record, {
    protocols: PROTOCOLS,
    judged,
    bundleOf: createPageBundleSource(),
  });
}

async function renderJournalFile(record: DebateRecord): Promise<string> {
  const written: string[] = [];
  for await (const line of formatJournalFile(record)) written.push(line);
  return written.join("");
}
