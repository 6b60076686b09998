/** What a client sends, read as JSON of a known shape; anything else is refused in words. */
import type { Context } from "hono";
import type * as z from "zod";

import { Refusal } from "./refusal.ts";

const LARGEST_BODY = 1024 * 1024;
// a reply to a seat is the deepest thing that is sent
const DEEPEST = 40;

/** Nothing larger is read, whether the client said its length or sends it in chunks. */
export async function readWords(c: Context, maxBytes = LARGEST_BODY): Promise<string> {
  if (Number(c.req.header("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("bad-request", "The request broke off.");
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function tooLarge(maxBytes: number): Refusal {
  const most = maxBytes < LARGEST_BODY ? `${Math.round(maxBytes / 1000)} KB` : "1 MB";
  return new Refusal(
    "too-large",
    `This is more than ${most}.`,
    "Send less, or use the command line.",
  );
}

export async function readJson<Shape>(c: Context, shape: z.ZodType<Shape>): Promise<Shape> {
  const words = await readWords(c);
  let value: unknown;
  try {
    value = JSON.parse(words);
  } catch {
    throw new Refusal("bad-request", "This is not JSON.");
  }
  if (!isShallow(value, DEEPEST)) throw new Refusal("bad-request", "This is nested too deeply.");
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw new Refusal("bad-request", `${place === "" ? "The request" : place}: ${issue?.message}.`);
}

function isShallow(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return left > 0 && Object.values(value).every((inner) => isShallow(inner, left - 1));
}
