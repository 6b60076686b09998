/** A debate in any of the formats a report can have. */
import { type DebateRecord, PROTOCOLS } from "../dissent.ts";
import { opening } from "../domain/event.ts";
import { transcriptOf } from "../domain/transcript.ts";
import { adrRecord } from "../reports/adr.ts";
import { commentText } from "../reports/comment.ts";
import { markdownRecord } from "../reports/markdown.ts";
import { resultDocument, resultYaml, wholeAudit } from "../reports/result.ts";
import { fileLines } from "../stores/journal-file.ts";
import { auditedRecord, type Judged } from "./audited.ts";

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
    import("../page/report.ts"),
    import("../page/bundle.ts"),
  ]);
  return reportHtml(record, { protocols: PROTOCOLS, judged, bundleOf: pageBundles() });
}

async function journalText({ lines, text }: DebateRecord): Promise<string> {
  const written: string[] = [];
  for await (const line of fileLines(lines, text)) written.push(line);
  return written.join("");
}

/** JSON that is harmless on a terminal too: what could steer it is escaped, and reads back the same. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(STEERING, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

// JSON.stringify escapes the first 32 itself
const STEERING = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
