/** The addresses of a person's own server, each bound to the one thing it does. */
import { Hono } from "hono";

import type { PageBundleSource } from "../page/page-bundle.ts";
import { bindRoutes } from "./bind-routes.ts";
import { createDebateHandlers } from "./debate-handlers.ts";
import { createDebateQueries } from "./debate-queries.ts";
import { DEBATE_ROUTES } from "./debate-routes.ts";
import { PAGE_ROUTES, createPageHandlers } from "./page-routes.ts";
import type { PageServerContext } from "./page-server-context.ts";
import { RequestRefusal, createRefusalResponse } from "./refusal.ts";
import {
  createRequestGuard,
  type RequestGuardOptions,
  setSecurityHeaders,
} from "./request-guard.ts";
import { renderPageFrame } from "./static-pages.ts";
import { createStreamLimit } from "./stream-limit.ts";

export interface PageAppOptions extends RequestGuardOptions {
  readonly place: PageServerContext;
  readonly bundleOf: PageBundleSource;
  readonly closing: AbortSignal;
  readonly onDefect: (error: unknown) => void;
}

// of a browser's six connections, two are left to ask with
const MAX_PAGE_STREAMS = 4;

export function createPageApp(setting: PageAppOptions): Hono {
  const { place, bundleOf, closing, onDefect } = setting;
  const app = new Hono();
  const streams = createStreamLimit(MAX_PAGE_STREAMS);
  app.use(setSecurityHeaders);
  app.use(createRequestGuard(setting));
  // whoever has the link may do everything
  const admit = async () => ({ place, note: async () => {} });
  bindRoutes(
    app,
    {
      routes: PAGE_ROUTES,
      handlers: createPageHandlers(bundleOf, (page) => renderPageFrame(page)),
    },
    admit,
  );
  const serving = {
    queries: createDebateQueries(place),
    enterStream: () => streams.enter(),
    closing,
    onDefect,
  };
  bindRoutes(app, { routes: DEBATE_ROUTES, handlers: createDebateHandlers(serving) }, admit);
  addErrorHandlers(app, setting);
  return app;
}

/** What is not there, and what was refused, in the same words everywhere. */
function addErrorHandlers(
  app: Hono,
  { place, onDefect }: Pick<PageAppOptions, "place" | "onDefect">,
): void {
  app.notFound(() => {
    throw new RequestRefusal("not-found", "There is nothing here.", "Begin at /");
  });
  app.onError((error, c) => {
    const { status, body } = createRefusalResponse(error, place.redact);
    if (body.error.code === "defect") onDefect(error);
    if (error instanceof RequestRefusal && error.retryAfterS !== undefined) {
      c.header("Retry-After", String(error.retryAfterS));
    }
    return c.json(body, status);
  });
}
