/**
 * A journal as one JSONL file: the portable record. Journal lines are the stored bytes; texts that they name by hash
 * come before them as lines of their own, and signatures come last.
 */
import { hash } from "node:crypto";

import type { Event } from "../domain/journal/event.ts";
import type { DebateRecord } from "../domain/journal/record.ts";
import { isSignatureLine, parseSignatureLine } from "../domain/journal/signature.ts";
import { SetupError } from "../errors.ts";

export interface JournalFile {
  readonly lines: readonly string[];
  /** Texts by their SHA-256, each checked. */
  readonly texts: ReadonlyMap<string, string>;
  /** Lines with a signature of an event, as written. */
  readonly signatures?: readonly string[];
}

/** A file as far as it can be read, to find out what is wrong with it. */
export interface JournalReading extends JournalFile {
  readonly signatures: readonly string[];
  /** The line of each event in the file, counted from 1. */
  readonly lineNumbers: readonly number[];
  /** The first text that is not what its line says; what is wrong with an event, the chain shows. */
  readonly fault: { readonly line: number; readonly what: string } | null;
}

export async function* formatJournalFile({
  lines,
  text: blob,
  signatures = [],
}: Pick<DebateRecord, "lines" | "text" | "signatures">): AsyncGenerator<string> {
  const written = new Set<string>();
  for (const line of lines) {
    for (const sha256 of listReferencedTexts(JSON.parse(line) as Event)) {
      const text = written.has(sha256) ? undefined : await blob(sha256);
      written.add(sha256);
      if (text !== undefined) yield `${JSON.stringify({ blob: sha256, text })}\n`;
    }
    yield `${line}\n`;
  }
  for (const signature of signatures) yield `${signature}\n`;
}

/** Hashes of the texts that an event refers to. */
export function listReferencedTexts({ fact }: Event): string[] {
  if (fact.type === "debate-opened") return fact.brief.sources.map(({ sha256 }) => sha256);
  if (fact.type === "outside-read") return fact.sources.map(({ sha256 }) => sha256);
  return fact.type === "artifact-published" ? [fact.sha256] : [];
}

/** Checks its texts only; readers check its events. */
export function parseJournalFile(
  text: string,
  path: string,
): JournalFile & Pick<JournalReading, "lineNumbers"> {
  const { lines, lineNumbers, texts, signatures, fault } = readJournalFile(text);
  if (fault) throw createBadJournalError(`${path}:${fault.line}:1 ${fault.what}.`);
  if (!lines[0]?.startsWith('{"sequence":0,'))
    throw createBadJournalError(`${path} is not a journal.`);
  return { lines, lineNumbers, texts, signatures };
}

export function readJournalFile(text: string): JournalReading {
  const lines: string[] = [];
  const lineNumbers: number[] = [];
  const texts = new Map<string, string>();
  const signatures: string[] = [];
  let fault: JournalReading["fault"] = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    if (isSignatureLine(line)) {
      if (parseSignatureLine(line)) signatures.push(line);
      else fault ??= { line: index + 1, what: "is not a signature as Dissent writes it" };
      continue;
    }
    if (!line.startsWith('{"blob":')) {
      lines.push(line);
      lineNumbers.push(index + 1);
      continue;
    }
    const blob = parseBlobLine(line);
    const what = findBlobFault(blob, texts);
    if (blob && what === undefined) texts.set(blob.blob, blob.text);
    else fault ??= { line: index + 1, what: what ?? "holds no text" };
  }
  return { lines, lineNumbers, texts, signatures, fault };
}

function findBlobFault(
  blob: BlobLine | undefined,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  if (!blob || hash("sha256", blob.text) !== blob.blob)
    return "holds a text that does not match its hash";
  return texts.has(blob.blob) ? "holds a text that stands there before" : undefined;
}

interface BlobLine {
  readonly blob: string;
  readonly text: string;
}

function parseBlobLine(line: string): BlobLine | undefined {
  try {
    const { blob, text } = JSON.parse(line) as { blob: unknown; text: unknown };
    return typeof blob === "string" && typeof text === "string" ? { blob, text } : undefined;
  } catch {
    return undefined;
  }
}

export function createBadJournalError(message: string): SetupError {
  return new SetupError("bad-journal", message, {
    hint: "Export one with: dissent report <id> -f jsonl",
  });
}
