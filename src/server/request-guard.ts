/**
 * Who may send the server requests.
 *
 * RG1. Only under this machine's own names: a remote page whose name resolves to 127.0.0.1 is refused (421).
 * RG2. Only with the token, by link or by cookie; without it every address is closed (401).
 * RG3. No other page can change anything: `POST` needs this page's own origin and JSON (403, 415).
 * RG4. Every response carries headers that keep others from framing, sniffing or storing it, and none allows another
 *      origin anything.
 */
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";

import { renderLockedPage } from "./page-routes.ts";
import { RequestRefusal, createRefusalResponse } from "./refusal.ts";
import { isPageToken } from "./token.ts";

export interface RequestGuardOptions {
  readonly port: number;
  readonly token: string;
  /** Replaces the token once: other users of this machine can see a program's arguments. */
  readonly tickets: Set<string>;
}

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** RG4 */
export const setSecurityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  // a page of another kind says by itself what it needs
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", isApiRequest(c) ? DATA_POLICY : PAGE_POLICY);
  }
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("X-Frame-Options", "DENY");
  if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "no-referrer");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set("Cache-Control", "no-store");
};

/** RG1-RG3 */
export function createRequestGuard({
  port,
  token,
  tickets,
}: RequestGuardOptions): MiddlewareHandler {
  const hosts = ["127.0.0.1", "localhost", "[::1]"].flatMap((name) =>
    port === 80 ? [name, `${name}:80`] : [`${name}:${port}`],
  );
  const cookie = `dissent-${port}`;
  return async (c, next) => {
    const host = c.req.header("host")?.toLowerCase() ?? "";
    if (!hosts.includes(host)) return respondLocked(c, WRONG_HOST);
    const given = c.req.method === "GET" && !isApiRequest(c) ? c.req.query("token") : undefined;
    if (given !== undefined) {
      if (!isPageToken(given, token) && !tickets.delete(given)) return respondLocked(c, NO_TOKEN);
      setCookie(c, cookie, token, { httpOnly: true, sameSite: "Strict", path: "/" });
      return c.redirect(removeTokenFromUrl(c.req.url), 303);
    }
    if (!isPageToken(getCookie(c, cookie), token)) return respondLocked(c, NO_TOKEN);
    if (isApiRequest(c) && !isSameOriginRequest(c, host)) return respondLocked(c, WRONG_ORIGIN);
    if (c.req.method === "POST" && !isJsonRequest(c)) return respondLocked(c, NOT_JSON);
    await next();
    return undefined;
  };
}

function isApiRequest({ req }: Context): boolean {
  return req.path.startsWith("/api/");
}

/** Pages on other ports of this machine are "same site" to a browser, so the origin itself is compared. */
function isSameOriginRequest({ req }: Context, host: string): boolean {
  const origin = req.header("origin");
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`) return false;
  if (origin === undefined && req.method !== "GET") return false;
  const site = req.header("sec-fetch-site");
  return site === undefined || site === "same-origin" || site === "none";
}

function isJsonRequest({ req }: Context): boolean {
  return /^application\/json\s*(?:;|$)/i.test(req.header("content-type") ?? "");
}

/** A path with two slashes in front would lead to another host. */
function removeTokenFromUrl(address: string): string {
  const { pathname, searchParams } = new URL(address);
  searchParams.delete("token");
  const query = searchParams.size === 0 ? "" : `?${searchParams}`;
  return `${pathname.replace(/^[/\\]+/, "/")}${query}`;
}

const WRONG_HOST = new RequestRefusal(
  "wrong-host",
  "This server answers under 127.0.0.1 only.",
  "Open the link that Dissent printed.",
);
const NO_TOKEN = new RequestRefusal(
  "no-token",
  "This page needs the link that Dissent printed.",
  "Look where `dissent view` runs, or call it again in the project.",
);
const WRONG_ORIGIN = new RequestRefusal(
  "wrong-origin",
  "Another page asked for this, so it was not done.",
  "Do it on the page that Dissent opened.",
);
const NOT_JSON = new RequestRefusal(
  "not-json",
  "Only JSON is read here.",
  "Send application/json.",
);

function respondLocked(c: Context, refusal: RequestRefusal): Response {
  const { status, body } = createRefusalResponse(refusal, (text) => text);
  return isApiRequest(c) ? c.json(body, status) : c.html(renderLockedPage(refusal), status);
}
