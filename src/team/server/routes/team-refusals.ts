/** Refusals of a team's server: JSON for programs, and for people a page where they can log in. */
import type { Context, Hono } from "hono";

import { renderLockedPage } from "../../../server/page-routes.ts";
import { RequestRefusal, createRefusalResponse } from "../../../server/refusal.ts";
import type { ServerMetrics } from "../server-metrics.ts";
import { respondWithLogInPage, renderReloadPage, sanitizeRedirectPath } from "./log-in-page.ts";

export interface TeamRefusalOptions {
  readonly redact: (text: string) => string;
  readonly onDefect: (error: unknown) => void;
  readonly metrics: Pick<ServerMetrics, "refused">;
}

export function handleTeamRefusals(app: Hono, setting: TeamRefusalOptions): void {
  app.notFound(() => {
    throw new RequestRefusal("not-found", "There is nothing here.", "Begin at /");
  });
  app.onError((error, c) => {
    const { status, body } = createRefusalResponse(error, setting.redact);
    const { code, message } = body.error;
    setting.metrics.refused(code);
    if (code === "defect") setting.onDefect(error);
    if (error instanceof RequestRefusal && error.retryAfterS !== undefined) {
      c.header("Retry-After", String(error.retryAfterS));
    }
    if (status === 401) c.header("WWW-Authenticate", 'Bearer realm="dissent"');
    if (!isPageRequest(c)) return c.json(body, status);
    // opening the page without a token is not an error
    const isNew = code === "no-token" && message === "A token is needed.";
    const problem = isNew ? "" : message;
    if (status === 401 && isCrossSiteNavigation(c))
      return respondWithLogInPage(c, renderReloadPage(), 401);
    if (status === 401 || status === 403 || status === 429) {
      return respondWithLogInPage(c, { next: readRequestedPath(c), problem }, status);
    }
    const shown =
      error instanceof RequestRefusal ? error : new RequestRefusal("not-found", message);
    return c.html(renderLockedPage(shown), status);
  });
}

/** A browser shows HTML, and whatever else it is sent is for scripts. */
function isPageRequest({ req }: Context): boolean {
  return !req.path.startsWith("/api/") && /\btext\/html\b/.test(req.header("accept") ?? "");
}

/** Followed from a page elsewhere. */
function isCrossSiteNavigation({ req }: Context): boolean {
  const site = req.header("sec-fetch-site") ?? "";
  const isRead = req.method === "GET" && req.header("sec-fetch-mode") === "navigate";
  return isRead && (site === "cross-site" || site === "same-site");
}

function readRequestedPath({ req }: Context): string {
  if (req.method !== "GET") return "/";
  const { pathname, search } = new URL(req.url);
  return sanitizeRedirectPath(`${pathname}${search}`);
}
