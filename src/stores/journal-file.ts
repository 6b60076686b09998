/**
 * A journal as one JSONL file: the portable record. Journal lines are the stored bytes; the texts they name
 * by hash stand before them as lines of their own.
 */
import { hash } from "node:crypto";

import type { Event } from "../domain/event.ts";
import { SetupError } from "../errors.ts";

export interface JournalFile {
  readonly lines: readonly string[];
  /** Texts by their SHA-256, each checked. */
  readonly texts: ReadonlyMap<string, string>;
}

export async function* fileLines(
  lines: readonly string[],
  blob: (sha256: string) => Promise<string | undefined>,
): AsyncGenerator<string> {
  const written = new Set<string>();
  for (const line of lines) {
    for (const sha256 of textsNamedBy(JSON.parse(line) as Event)) {
      const text = written.has(sha256) ? undefined : await blob(sha256);
      written.add(sha256);
      if (text !== undefined) yield `${JSON.stringify({ blob: sha256, text })}\n`;
    }
    yield `${line}\n`;
  }
}

function textsNamedBy({ fact }: Event): string[] {
  if (fact.type === "debate-opened") return fact.brief.sources.map(({ sha256 }) => sha256);
  return fact.type === "artifact-published" ? [fact.sha256] : [];
}

export function parseJournalFile(text: string, path: string): JournalFile {
  const lines: string[] = [];
  const texts = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    if (!line.startsWith('{"blob":')) {
      lines.push(line);
      continue;
    }
    const blob = parsedBlob(line);
    if (!blob || hash("sha256", blob.text) !== blob.blob) {
      throw notAJournal(`${path}:${index + 1}:1 holds a text that does not match its hash.`);
    }
    texts.set(blob.blob, blob.text);
  }
  if (!lines[0]?.startsWith('{"sequence":0,')) throw notAJournal(`${path} is not a journal.`);
  return { lines, texts };
}

function parsedBlob(line: string): { blob: string; text: string } | undefined {
  try {
    const { blob, text } = JSON.parse(line) as { blob: unknown; text: unknown };
    return typeof blob === "string" && typeof text === "string" ? { blob, text } : undefined;
  } catch {
    return undefined;
  }
}

function notAJournal(message: string): SetupError {
  return new SetupError("bad-journal", message, {
    hint: "Export one with: dissent report <id> -f jsonl",
  });
}
