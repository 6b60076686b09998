/** Long texts of queued calls, each stored once for all calls that need it, and deleted once unused for long. */
import { createHash } from "node:crypto";

import type { Json } from "../../domain/json.ts";
import type { FleetDatabase } from "./fleet-database.ts";

export interface OrderTexts {
  put(packed: PackedOrder): Promise<void>;
  unpack(body: string): Promise<unknown>;
}

// long enough to spare nearly every repetition, far shorter than texts are kept
const FRESH_MS = 3_600_000;
/** No text is dropped sooner: an order that needs it may still wait in its queue. */
export const SHORTEST_TEXT_RETENTION_MS = 24 * FRESH_MS;
const MOST_KNOWN = 10_000;
const MOST_HELD = 32;

export function createOrderTexts(
  { read, transaction, schema }: FleetDatabase,
  nowMs: () => number,
): OrderTexts {
  const kept = new Map<string, number>();
  const held = new Map<string, string>();

  return {
    async put({ texts }) {
      const fresh = [...texts].filter(([sha256]) => (kept.get(sha256) ?? 0) < nowMs() - FRESH_MS);
      if (fresh.length === 0) return;
      await transaction((run) =>
        run(
          `INSERT INTO ${schema}.texts (sha256, content, used_ms)
           SELECT sha256, content, ${schema}.now_ms()
           FROM unnest($1::text[], $2::bytea[]) AS given (sha256, content) ORDER BY sha256
           ON CONFLICT (sha256) DO UPDATE SET used_ms = excluded.used_ms`,
          // as UTF-16: a text may contain half a character, which UTF-8 cannot
          [fresh.map(([sha256]) => sha256), fresh.map(([, text]) => Buffer.from(text, "utf16le"))],
        ),
      );
      if (kept.size > MOST_KNOWN) kept.clear();
      for (const [sha256] of fresh) kept.set(sha256, nowMs());
    },

    async unpack(body) {
      const named = listTextHashes(body);
      const texts = new Map(named.flatMap((sha256) => findHeldText(held, sha256)));
      const missing = named.filter((sha256) => !texts.has(sha256));
      if (missing.length > 0) {
        const rows = await read<{ sha256: string; content: Buffer }>(
          `SELECT sha256, content FROM ${schema}.texts WHERE sha256 = ANY ($1::text[])`,
          [missing],
        );
        if (held.size > MOST_HELD) held.clear();
        for (const { sha256, content } of rows) {
          texts.set(sha256, content.toString("utf16le"));
          held.set(sha256, content.toString("utf16le"));
        }
      }
      return unpackOrder(body, texts);
    },
  };
}

function findHeldText(held: ReadonlyMap<string, string>, sha256: string): [string, string][] {
  const text = held.get(sha256);
  return text === undefined ? [] : [[sha256, text]];
}

// Queued calls without their long texts, which all seats of a debate share.
//
// FK1. The unpacked text equals the packed one, character by character, whatever it contains.

interface PackedOrder {
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
