/** What a client sends, read as JSON of a known shape; anything else is refused in words. */
import type { Context } from "hono";
import type * as z from "zod";

import { Refusal } from "./refusal.ts";

export const LARGEST_BODY = 1024 * 1024;
// a reply to a seat is the deepest thing that is sent
const DEEPEST = 40;

export async function readJson<Shape>(c: Context, shape: z.ZodType<Shape>): Promise<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(await c.req.text());
  } catch (error) {
    // too large is found out while it is read
    if (error instanceof Refusal) throw error;
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
