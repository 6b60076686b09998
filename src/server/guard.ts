/**
 * Who may ask the server anything.
 *
 * G1. Only under this machine's own names: a page elsewhere that renames itself to 127.0.0.1 is refused (421).
 * G2. Only with the token, by link or by cookie; every address is closed without it (401).
 * G3. Nothing is changed at the word of another page: `POST` needs this page's own origin and JSON (403, 415).
 * G4. Every answer carries the headers that keep others from framing, sniffing or storing it. No answer allows
 *     another origin anything.
 */
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";

import { lockedPage } from "./locked-page.ts";
import { Refusal, refused } from "./refusal.ts";
import { isToken } from "./token.ts";

export interface GuardSetting {
  readonly port: number;
  readonly token: string;
  /** Stand for the token once: other users of this machine see what a program was started with. */
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

/** G4 */
export const withHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  // a page of another kind says by itself what it needs
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", isApi(c) ? DATA_POLICY : PAGE_POLICY);
  }
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("X-Frame-Options", "DENY");
  if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "no-referrer");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set("Cache-Control", "no-store");
};

/** G1-G3 */
export function guarded({ port, token, tickets }: GuardSetting): MiddlewareHandler {
  const hosts = ["127.0.0.1", "localhost", "[::1]"].flatMap((name) =>
    port === 80 ? [name, `${name}:80`] : [`${name}:${port}`],
  );
  const cookie = `dissent-${port}`;
  return async (c, next) => {
    const host = c.req.header("host")?.toLowerCase() ?? "";
    if (!hosts.includes(host)) return locked(c, WRONG_HOST);
    const given = c.req.method === "GET" && !isApi(c) ? c.req.query("token") : undefined;
    if (given !== undefined) {
      if (!isToken(given, token) && !tickets.delete(given)) return locked(c, NO_TOKEN);
      setCookie(c, cookie, token, { httpOnly: true, sameSite: "Strict", path: "/" });
      return c.redirect(withoutToken(c.req.url), 303);
    }
    if (!isToken(getCookie(c, cookie), token)) return locked(c, NO_TOKEN);
    if (isApi(c) && !isOwnPage(c, host)) return locked(c, WRONG_ORIGIN);
    if (c.req.method === "POST" && !isJson(c)) return locked(c, NOT_JSON);
    await next();
    return undefined;
  };
}

function isApi({ req }: Context): boolean {
  return req.path.startsWith("/api/");
}

/** Pages on other ports of this machine are "same site" to a browser, so the origin itself is compared. */
function isOwnPage({ req }: Context, host: string): boolean {
  const origin = req.header("origin");
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`) return false;
  if (origin === undefined && req.method !== "GET") return false;
  const site = req.header("sec-fetch-site");
  return site === undefined || site === "same-origin" || site === "none";
}

function isJson({ req }: Context): boolean {
  return /^application\/json\s*(?:;|$)/i.test(req.header("content-type") ?? "");
}

/** A path with two slashes in front would lead to another host. */
function withoutToken(address: string): string {
  const { pathname, searchParams } = new URL(address);
  searchParams.delete("token");
  const query = searchParams.size === 0 ? "" : `?${searchParams}`;
  return `${pathname.replace(/^[/\\]+/, "/")}${query}`;
}

const WRONG_HOST = new Refusal(
  "wrong-host",
  "This server answers under 127.0.0.1 only.",
  "Open the link that Dissent printed.",
);
const NO_TOKEN = new Refusal(
  "no-token",
  "This page needs the link that Dissent printed.",
  "Look where `dissent view` runs, or call it again in the project.",
);
const WRONG_ORIGIN = new Refusal(
  "wrong-origin",
  "Another page asked for this, so it was not done.",
  "Do it on the page that Dissent opened.",
);
const NOT_JSON = new Refusal("not-json", "Only JSON is read here.", "Send application/json.");

function locked(c: Context, refusal: Refusal): Response {
  const { status, body } = refused(refusal, (text) => text);
  return isApi(c) ? c.json(body, status) : c.html(lockedPage(refusal), status);
}
