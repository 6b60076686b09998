/** What a client sends, read as JSON of a known shape; anything else is refused in words. */
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import type * as z from "zod";

import { Refusal } from "./refusal.ts";

const LARGEST_BODY = 1024 * 1024;
// a reply to a seat is the deepest thing that is sent
const DEEPEST = 40;

/** Nothing larger is read, with its length said or not. */
export async function readWords(c: Context, maxSize = LARGEST_BODY): Promise<string> {
  const most = maxSize < LARGEST_BODY ? `${Math.round(maxSize / 1000)} KB` : "1 MB";
  const onError = (): never => {
    throw new Refusal(
      "too-large",
      `This is more than ${most}.`,
      "Send less, or use the command line.",
    );
  };
  try {
    await bodyLimit({ maxSize, onError })(c, async () => {});
    return await c.req.text();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("bad-request", "The request broke off.");
  }
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
