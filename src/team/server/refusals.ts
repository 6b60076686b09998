/** What a team's server refuses: as JSON to programs, and to people as a page on which they can log in. */
import type { Context, Hono } from "hono";

import { lockedPage } from "../../server/locked-page.ts";
import { Refusal, refused } from "../../server/refusal.ts";
import { logInAnswer, onceAgainPage, safePath } from "./log-in-page.ts";
import type { Metrics } from "./metrics.ts";

export interface RefusingSetting {
  readonly redact: (text: string) => string;
  readonly onDefect: (error: unknown) => void;
  readonly metrics: Pick<Metrics, "refused">;
}

export function withTeamRefusals(app: Hono, setting: RefusingSetting): void {
  app.notFound(() => {
    throw new Refusal("not-found", "There is nothing here.", "Begin at /");
  });
  app.onError((error, c) => {
    const { status, body } = refused(error, setting.redact);
    const { code, message } = body.error;
    setting.metrics.refused(code);
    if (code === "defect") setting.onDefect(error);
    if (error instanceof Refusal && error.retryAfterS !== undefined) {
      c.header("Retry-After", String(error.retryAfterS));
    }
    if (status === 401) c.header("WWW-Authenticate", 'Bearer realm="dissent"');
    if (!isPage(c)) return c.json(body, status);
    // nothing is wrong with someone who only comes to the page
    const isNew = code === "no-token" && message === "A token is needed.";
    const problem = isNew ? "" : message;
    if (status === 401 && isLed(c)) return logInAnswer(c, onceAgainPage(), 401);
    if (status === 401 || status === 403 || status === 429) {
      return logInAnswer(c, { next: wantedIn(c), problem }, status);
    }
    const shown = error instanceof Refusal ? error : new Refusal("not-found", message);
    return c.html(lockedPage(shown), status);
  });
}

/** A browser shows HTML, and whatever else it is sent is for scripts. */
function isPage({ req }: Context): boolean {
  return !req.path.startsWith("/api/") && /\btext\/html\b/.test(req.header("accept") ?? "");
}

/** Followed from a page elsewhere. */
function isLed({ req }: Context): boolean {
  const site = req.header("sec-fetch-site") ?? "";
  const isRead = req.method === "GET" && req.header("sec-fetch-mode") === "navigate";
  return isRead && (site === "cross-site" || site === "same-site");
}

function wantedIn({ req }: Context): string {
  if (req.method !== "GET") return "/";
  const { pathname, search } = new URL(req.url);
  return safePath(`${pathname}${search}`);
}
