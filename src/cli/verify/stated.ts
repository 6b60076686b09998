/** What a document says of the debate it was made from. All of it is compared with a fresh rendering later. */
import { extname } from "node:path";

import { parse } from "yaml";

import { originOfRecord } from "../../app/results/adr-style.ts";
import type { Format } from "../../app/results/formats.ts";
import type { LikeCases } from "../../audit/label.ts";
import { statedLikeCases } from "../../reports/audit-words.ts";

export interface Stated {
  readonly format: Exclude<Format, "jsonl">;
  readonly debate: string | undefined;
  /** Hash of the last event that was known when it was written. */
  readonly head: string | undefined;
  readonly likeCases: LikeCases | null;
}

/** Undefined for what Dissent does not write. */
export function statedIn(path: string, text: string): Stated | undefined {
  switch (extname(path).toLowerCase()) {
    case ".md":
      return inMarkdown(text);
    case ".json":
      return inResult("json", text, (words) => JSON.parse(words) as unknown);
    case ".yaml":
    case ".yml":
      return inResult("yaml", text, (words) => parse(words, { logLevel: "error" }) as unknown);
    default:
      return undefined;
  }
}

// a backtick that a person or a model wrote is escaped, so these lines are Dissent's own
const RECORD = /^- Debate `([^`\n]+)`, protocol /m;
const RECORD_HEAD = /^- Chain head `([0-9a-f]{64})`;/m;

function inMarkdown(text: string): Stated | undefined {
  const likeCases = statedLikeCases(text);
  const adr = originOfRecord(text);
  if (adr) return { format: "adr", ...adr, likeCases };
  const debate = RECORD.exec(text)?.[1];
  const head = RECORD_HEAD.exec(text)?.[1];
  if (debate === undefined && head === undefined) return undefined;
  return { format: "md", debate, head, likeCases };
}

function inResult(
  format: "json" | "yaml",
  text: string,
  read: (text: string) => unknown,
): Stated | undefined {
  if (!text.includes("debate_result")) return undefined;
  let document: unknown;
  try {
    document = read(text);
  } catch {
    return undefined;
  }
  const result = partOf(document, "debate_result");
  if (result === undefined) return undefined;
  const like = partOf(partOf(result, "audit"), "likeCases");
  const [count, of] = [partOf(like, "count"), partOf(like, "of")];
  return {
    format,
    debate: wordsOf(partOf(result, "debate_id")),
    head: wordsOf(partOf(result, "chain")),
    likeCases: typeof count === "number" && typeof of === "number" ? { count, of } : null,
  };
}

function partOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function wordsOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
