/**
 * Orders for calls without their long texts, which all seats of a debate have in common.
 *
 * FK1. What is unpacked equals what was packed, to the character, whatever it holds.
 */
import { createHash } from "node:crypto";

import type { Json } from "../../domain/json.ts";

export interface PackedOrder {
  readonly body: string;
  /** Long texts by their SHA-256, to be kept beside it. */
  readonly texts: ReadonlyMap<string, string>;
}

// below this a row of its own costs more than it spares
const LONG = 2_048;
const MARK = "\u0000text:";

export function packOrder(value: unknown): PackedOrder {
  const texts = new Map<string, string>();
  const body = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== "string") return part;
    // one that looks like a mark is kept apart too, so that a mark is always ours
    if (part.length < LONG && !part.startsWith(MARK)) return part;
    const sha256 = computeTextHash(part);
    texts.set(sha256, part);
    return `${MARK}${sha256}`;
  });
  return { body, texts };
}

export function listTextHashes(body: string): string[] {
  const found = body.matchAll(/"\\u0000text:([0-9a-f]{64})"/g);
  return [...new Set([...found].map(([, sha256 = ""]) => sha256))];
}

export function unpackOrder(body: string, texts: ReadonlyMap<string, string>): Json {
  return JSON.parse(body, (_, part: unknown) => {
    if (typeof part !== "string" || !part.startsWith(MARK)) return part;
    const text = texts.get(part.slice(MARK.length));
    if (text === undefined) throw new TypeError("A text of the order is missing.");
    return text;
  }) as Json;
}

// the same document goes to every seat, in every round
const digests = new Map<string, string>();
const MOST_DIGESTS = 64;

function computeTextHash(text: string): string {
  const known = digests.get(text);
  if (known !== undefined) return known;
  const sha256 = createHash("sha256").update(text, "utf16le").digest("hex");
  if (digests.size >= MOST_DIGESTS) digests.clear();
  digests.set(text, sha256);
  return sha256;
}
