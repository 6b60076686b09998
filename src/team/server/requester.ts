/** Who asks: what the guard has found out, for everything behind it. */
import type { Context } from "hono";

import type { TokenGrant } from "../tokens/token-grant.ts";

export interface Requester {
  readonly address: string;
  /** Null where no token was needed. */
  readonly known: AuthenticatedToken | null;
}

export interface AuthenticatedToken {
  readonly grant: TokenGrant;
  readonly token: string;
  /** A browser that was logged in, or a program that brings its token each time. */
  readonly by: "cookie" | "bearer";
}

const requesters = new WeakMap<Context, Requester>();

export function setRequester(c: Context, asker: Requester): void {
  requesters.set(c, asker);
}

export function getRequester(c: Context): Requester {
  const asker = requesters.get(c);
  if (!asker) throw new TypeError("Nobody has looked who asks.");
  return asker;
}

/** Of an address that is closed without a token. */
export function getAuthenticatedToken(c: Context): AuthenticatedToken {
  const { known } = getRequester(c);
  if (!known) throw new TypeError("Nobody has looked for a token.");
  return known;
}
