/** Reads a client's request as JSON of a known shape; anything else is refused with an explanation. */
import type { Context } from "hono";
import type * as z from "zod";

import { SetupError } from "../errors.ts";
import { RequestRefusal } from "./refusal.ts";

const MAX_BODY_BYTES = 1024 * 1024;
// a reply to a seat is the deepest thing that is sent
const MAX_BODY_DEPTH = 40;

/** Nothing larger is read, whether the client said its length or sends it in chunks. */
export async function readBoundedBody(c: Context, maxBytes = MAX_BODY_BYTES): Promise<string> {
  if (Number(c.req.header("content-length") ?? 0) > maxBytes) throw createTooLargeRefusal(maxBytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw createTooLargeRefusal(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof RequestRefusal) throw error;
    throw new RequestRefusal("bad-request", "The request broke off.");
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function createTooLargeRefusal(maxBytes: number): RequestRefusal {
  const most = maxBytes < MAX_BODY_BYTES ? `${Math.round(maxBytes / 1000)} KB` : "1 MB";
  return new RequestRefusal(
    "too-large",
    `This is more than ${most}.`,
    "Send less, or use the command line.",
  );
}

export async function readJsonBody<Shape>(c: Context, shape: z.ZodType<Shape>): Promise<Shape> {
  const words = await readBoundedBody(c);
  let value: unknown;
  try {
    value = JSON.parse(words);
  } catch {
    throw new RequestRefusal("bad-request", "This is not JSON.");
  }
  if (!isWithinDepth(value, MAX_BODY_DEPTH))
    throw new RequestRefusal("bad-request", "This is nested too deeply.");
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw new RequestRefusal(
    "bad-request",
    `${place === "" ? "The request" : place}: ${issue?.message}.`,
  );
}

function isWithinDepth(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return left > 0 && Object.values(value).every((inner) => isWithinDepth(inner, left - 1));
}

// What a debate can be called; a database need not be asked for anything else.

// a brief's id has up to 64 characters, and a few follow it
const MAX_DEBATE_ID_LENGTH = 100;

export function isValidDebateId(text: string): boolean {
  return text.length <= MAX_DEBATE_ID_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

export function requireDebateId(text: string): string {
  if (isValidDebateId(text)) return text;
  throw new SetupError("unknown-debate", "No debate is called that.", {
    hint: "See what there is: dissent list",
  });
}
