/** Reads fields of a request's body without trusting its shape. */
import { type Json, type JsonFields, toJsonFields } from "../../domain/json.ts";
import type { DialectInput } from "./vendor-dialect.ts";

export function readRequestRows(value: unknown): JsonFields[] {
  return Array.isArray(value) ? value.map(toJsonFields) : [];
}

export function readRequestText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function readRequestNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

export function readRequestJson(value: unknown): Json | undefined {
  return value === undefined || value === null ? undefined : (value as Json);
}

/** Content that is one text or a list of parts with texts. */
export function joinContentText(content: unknown): string {
  if (typeof content === "string") return content;
  return readRequestRows(content)
    .map((part) => readRequestText(part["text"]))
    .join("");
}

/** The key a request came with: vendors put it in three places. */
export function findRequestKey({ headers }: Pick<DialectInput, "headers">): string | undefined {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers["authorization"] ?? "")?.[1];
  return headers["x-api-key"] ?? headers["x-goog-api-key"] ?? bearer;
}

/** A tool that represents the reply itself: the only one, or one named for it. */
export function findReplyTool(names: readonly string[], forced: boolean): string | undefined {
  const named = names.find((name) => /^(?:structured_?output|json)$/i.test(name));
  return named ?? (forced && names.length === 1 ? names[0] : undefined);
}
