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
      return `${jsonText({ ...resultDocument(transcript), transcript }, 2)}\n`;
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

/** JSON that is harmless on a terminal too: what could steer it is escaped, and reads back the same. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(STEERING, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

// JSON.stringify escapes the first 32 itself
const STEERING = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
