/** A debate in any of the formats a report can have. */
import type { DebateRecord } from "../dissent.ts";
import { transcriptOf } from "../domain/transcript.ts";
import { adrRecord } from "../reports/adr.ts";
import { markdownRecord } from "../reports/markdown.ts";
import { resultDocument, resultYaml } from "../reports/result.ts";
import { fileLines } from "../stores/journal-file.ts";

export type Format = "md" | "adr" | "json" | "yaml" | "jsonl";

export async function render(record: DebateRecord, format: Format): Promise<string> {
  switch (format) {
    case "md":
      return markdownRecord(transcriptOf(record.events));
    case "adr":
      return adrRecord(transcriptOf(record.events), { supersedes: [] });
    case "json": {
      const transcript = transcriptOf(record.events);
      return `${JSON.stringify({ ...resultDocument(transcript), transcript }, null, 2)}\n`;
    }
    case "yaml":
      return resultYaml(transcriptOf(record.events));
    case "jsonl": {
      const lines: string[] = [];
      for await (const line of fileLines(record.lines, record.text)) lines.push(line);
      return lines.join("");
    }
  }
}
