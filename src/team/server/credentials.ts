/** The token of a request: brought by a program, or kept by a browser that was logged in. */
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

import type { Known } from "./asker.ts";

export interface Keeping {
  readonly port: number;
  /** Whether browsers reach the server by https. */
  readonly isSecure: boolean;
}

// as long as people stay logged in without doing anything about it
const MOST_SECONDS = 30 * 24 * 60 * 60;

/** Cookies are sent to every port of a host, so the name says which server's it is. */
function nameOf({ port, isSecure }: Keeping): string {
  return isSecure ? "__Host-dissent" : `dissent-team-${port}`;
}

export function credentialIn(c: Context, keeping: Keeping): Omit<Known, "grant"> | undefined {
  const header = c.req.header("authorization");
  if (header !== undefined) {
    const token = /^Bearer +(\S{1,200})$/i.exec(header)?.[1] ?? "";
    return { token, by: "bearer" };
  }
  const token = getCookie(c, nameOf(keeping));
  return token === undefined ? undefined : { token, by: "cookie" };
}

export function keepToken(c: Context, keeping: Keeping, token: string): void {
  setCookie(c, nameOf(keeping), token, { ...attributes(keeping), maxAge: MOST_SECONDS });
}

export function forgetToken(c: Context, keeping: Keeping): void {
  deleteCookie(c, nameOf(keeping), attributes(keeping));
}

function attributes({ isSecure }: Keeping): Parameters<typeof setCookie>[3] {
  return { httpOnly: true, sameSite: "Strict", path: "/", secure: isSecure };
}
