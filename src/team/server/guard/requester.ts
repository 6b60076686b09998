/** Who sent a request, as the guard found out, for all handlers behind it. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

import type { TokenGrant } from "../../tokens/token-grant.ts";

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
  if (!asker) throw new TypeError("No check of the caller was made.");
  return asker;
}

/** Of an address that is closed without a token. */
export function getAuthenticatedToken(c: Context): AuthenticatedToken {
  const { known } = getRequester(c);
  if (!known) throw new TypeError("No check of a token was made.");
  return known;
}

// The token of a request: brought by a program, or kept by a browser that was logged in.

export interface TokenCookieOptions {
  readonly port: number;
  /** Whether browsers reach the server by https. */
  readonly isSecure: boolean;
}

// as long as people stay logged in without doing anything about it
const MOST_SECONDS = 30 * 24 * 60 * 60;

/** Cookies are sent to every port of a host, so the name says which server's it is. */
function formatCookieName({ port, isSecure }: TokenCookieOptions): string {
  return isSecure ? "__Host-dissent" : `dissent-team-${port}`;
}

export function readCredential(
  c: Context,
  keeping: TokenCookieOptions,
): Omit<AuthenticatedToken, "grant"> | undefined {
  const header = c.req.header("authorization");
  if (header !== undefined) {
    const token = /^Bearer +(\S{1,200})$/i.exec(header)?.[1] ?? "";
    return { token, by: "bearer" };
  }
  const token = getCookie(c, formatCookieName(keeping));
  return token === undefined ? undefined : { token, by: "cookie" };
}

export function setTokenCookie(c: Context, keeping: TokenCookieOptions, token: string): void {
  setCookie(c, formatCookieName(keeping), token, {
    ...createCookieAttributes(keeping),
    maxAge: MOST_SECONDS,
  });
}

export function deleteTokenCookie(c: Context, keeping: TokenCookieOptions): void {
  deleteCookie(c, formatCookieName(keeping), createCookieAttributes(keeping));
}

function createCookieAttributes({ isSecure }: TokenCookieOptions): Parameters<typeof setCookie>[3] {
  return { httpOnly: true, sameSite: "Strict", path: "/", secure: isSecure };
}

// Where a request comes from, as far as that can be trusted.

/** A proxy adds what it saw as the last one; all before it may have been made up by the client. */
export function readClientAddress(
  {
    socket,
    headers,
  }: Pick<IncomingMessage, "headers"> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  },
  isBehindProxy: boolean,
): string {
  const own = unwrapMappedIpv4(socket.remoteAddress ?? "unknown");
  if (!isBehindProxy) return own;
  const last = [headers["x-forwarded-for"]].flat().join(",").split(",").at(-1)?.trim() ?? "";
  return isIP(last) === 0 ? own : unwrapMappedIpv4(last);
}

/** An IPv4 address that was written as an IPv6 one is itself. */
function unwrapMappedIpv4(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Who is counted as one: a household of IPv6 has as many addresses as it likes under its first 64 bits. */
export function computeAddressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const all = [...before, ...Array.from({ length: gap }, () => "0"), ...after];
  return all
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ""))
    .join(":");
}
