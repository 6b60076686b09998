/** What a document says about the debate it was made from. All of it is compared with a fresh rendering later. */
import { extname } from "node:path";

import { parse } from "yaml";

import { parseRecordOrigin } from "../../app/results/adr-document.ts";
import type { ReportFormat } from "../../app/results/render-report.ts";
import type { LikeCases } from "../../audit/measures/outcome-strength.ts";
import { parseLikeCases } from "../../reports/audit-text.ts";

export interface DocumentOrigin {
  readonly format: Exclude<ReportFormat, "jsonl">;
  readonly debate: string | undefined;
  /** Hash of the last event that was known when it was written. */
  readonly head: string | undefined;
  readonly likeCases: LikeCases | null;
}

/** Undefined for what Dissent does not write. */
export function parseDocumentOrigin(path: string, text: string): DocumentOrigin | undefined {
  switch (extname(path).toLowerCase()) {
    case ".md":
      return parseMarkdownOrigin(text);
    case ".json":
      return parseResultOrigin("json", text, (words) => JSON.parse(words) as unknown);
    case ".yaml":
    case ".yml":
      return parseResultOrigin(
        "yaml",
        text,
        (words) => parse(words, { logLevel: "error" }) as unknown,
      );
    default:
      return undefined;
  }
}

// a backtick that a person or a model wrote is escaped, so these lines are Dissent's own
const RECORD_DEBATE = /^- Debate `([^`\n]+)`, protocol /m;
const RECORD_HEAD = /^- Chain head `([0-9a-f]{64})`;/m;

function parseMarkdownOrigin(text: string): DocumentOrigin | undefined {
  const likeCases = parseLikeCases(text);
  const adr = parseRecordOrigin(text);
  if (adr) return { format: "adr", ...adr, likeCases };
  const debate = RECORD_DEBATE.exec(text)?.[1];
  const head = RECORD_HEAD.exec(text)?.[1];
  if (debate === undefined && head === undefined) return undefined;
  return { format: "md", debate, head, likeCases };
}

function parseResultOrigin(
  format: "json" | "yaml",
  text: string,
  read: (text: string) => unknown,
): DocumentOrigin | undefined {
  if (!text.includes("debate_result")) return undefined;
  let document: unknown;
  try {
    document = read(text);
  } catch {
    return undefined;
  }
  const result = readObjectPart(document, "debate_result");
  if (result === undefined) return undefined;
  const like = readObjectPart(readObjectPart(result, "audit"), "likeCases");
  const [count, of] = [readObjectPart(like, "count"), readObjectPart(like, "of")];
  return {
    format,
    debate: readStringValue(readObjectPart(result, "debate_id")),
    head: readStringValue(readObjectPart(result, "chain")),
    likeCases: typeof count === "number" && typeof of === "number" ? { count, of } : null,
  };
}

function readObjectPart(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function readStringValue(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
