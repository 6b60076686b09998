/** The addresses of a person's own server, each bound to the one thing it does. */
import { Hono } from "hono";

import type { BundleSource } from "../page/bundle.ts";
import { bind } from "./bind.ts";
import { crowd } from "./crowd.ts";
import { guarded, type GuardSetting, withHeaders } from "./guard.ts";
import { debateHandlers } from "./handlers.ts";
import { frameOf } from "./locked-page.ts";
import { look } from "./look.ts";
import { PAGE_ROUTES, pageHandlers } from "./page-routes.ts";
import type { Place } from "./place.ts";
import { Refusal, refused } from "./refusal.ts";
import { DEBATE_ROUTES } from "./route-table.ts";

export interface RouteSetting extends GuardSetting {
  readonly place: Place;
  readonly bundleOf: BundleSource;
  readonly closing: AbortSignal;
  readonly onDefect: (error: unknown) => void;
}

// of a browser's six connections, two are left to ask with
const MOST_STREAMS = 4;

export function routes(setting: RouteSetting): Hono {
  const { place, bundleOf, closing, onDefect } = setting;
  const app = new Hono();
  const streams = crowd(MOST_STREAMS);
  app.use(withHeaders);
  app.use(guarded(setting));
  // whoever has the link may do everything
  const admit = async () => ({ place, note: async () => {} });
  bind(
    app,
    { routes: PAGE_ROUTES, handlers: pageHandlers(bundleOf, (page) => frameOf(page)) },
    admit,
  );
  const serving = { look: look(place), enter: () => streams.enter(), closing, onDefect };
  bind(app, { routes: DEBATE_ROUTES, handlers: debateHandlers(serving) }, admit);
  withRefusals(app, setting);
  return app;
}

/** What is not there, and what was refused, in the same words everywhere. */
function withRefusals(
  app: Hono,
  { place, onDefect }: Pick<RouteSetting, "place" | "onDefect">,
): void {
  app.notFound(() => {
    throw new Refusal("not-found", "There is nothing here.", "Begin at /");
  });
  app.onError((error, c) => {
    const { status, body } = refused(error, place.redact);
    if (body.error.code === "defect") onDefect(error);
    if (error instanceof Refusal && error.retryAfterS !== undefined) {
      c.header("Retry-After", String(error.retryAfterS));
    }
    return c.json(body, status);
  });
}
