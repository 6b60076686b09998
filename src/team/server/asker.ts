/** Who asks: what the guard has found out, for everything behind it. */
import type { Context } from "hono";

import type { Grant } from "../tokens/grant.ts";

export interface Asker {
  readonly address: string;
  /** Null where no token was needed. */
  readonly known: Known | null;
}

export interface Known {
  readonly grant: Grant;
  readonly token: string;
  /** A browser that was logged in, or a program that brings its token each time. */
  readonly by: "cookie" | "bearer";
}

const askers = new WeakMap<Context, Asker>();

export function setAsker(c: Context, asker: Asker): void {
  askers.set(c, asker);
}

export function askerOf(c: Context): Asker {
  const asker = askers.get(c);
  if (!asker) throw new TypeError("Nobody has looked who asks.");
  return asker;
}

/** Of an address that is closed without a token. */
export function knownAsker(c: Context): Known {
  const { known } = askerOf(c);
  if (!known) throw new TypeError("Nobody has looked for a token.");
  return known;
}
