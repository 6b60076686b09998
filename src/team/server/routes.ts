/** The addresses of a team's server. */
import type { IncomingMessage, ServerResponse } from "node:http";

import { type Context, Hono } from "hono";

import type { BundleSource } from "../../page/bundle.ts";
import { bind } from "../../server/bind.ts";
import { withHeaders } from "../../server/guard.ts";
import { debateHandlers } from "../../server/handlers.ts";
import { frameOf } from "../../server/locked-page.ts";
import { look } from "../../server/look.ts";
import { PAGE_ROUTES, pageHandlers } from "../../server/page-routes.ts";
import type { Place } from "../../server/place.ts";
import { DEBATE_ROUTES } from "../../server/route-table.ts";
import type { Routes } from "../../server/route.ts";
import type { Team } from "../tokens/team.ts";
import { type Known, knownAsker } from "./asker.ts";
import type { Bounds } from "./bounds.ts";
import { clientAddress } from "./client-address.ts";
import { doors } from "./doors.ts";
import type { Fleet } from "./fleet-holder.ts";
import { admitting, teamGuard } from "./guard.ts";
import { logInHandlers, teamHandlers } from "./handlers.ts";
import { meTag } from "./me-tag.ts";
import { type Metrics, metrics } from "./metrics.ts";
import { openApi } from "./openapi.ts";
import { readiness } from "./readiness.ts";
import { withTeamRefusals } from "./refusals.ts";
import { LOG_IN_ROUTES, TEAM_ROUTES } from "./route-table.ts";
import type { ServerNames } from "./server-names.ts";
import { type Streams, streams } from "./streams.ts";
import { teamPurse } from "./team-purse.ts";
import { turned } from "./turned.ts";

export interface TeamRouteSetting {
  readonly place: Place;
  readonly team: Team;
  readonly fleet: Fleet;
  readonly bundleOf: BundleSource;
  readonly names: ServerNames;
  readonly port: number;
  readonly isBehindProxy: boolean;
  readonly bounds: Bounds;
  readonly closing: AbortSignal;
  readonly onDefect: (error: unknown) => void;
}

export interface TeamRoutes {
  readonly app: Hono;
  readonly streams: Streams;
  readonly metrics: Metrics;
}

/** All that a team's server has, by what it is called. */
export const ALL_ROUTES: Routes = {
  ...PAGE_ROUTES,
  ...DEBATE_ROUTES,
  ...TEAM_ROUTES,
  ...LOG_IN_ROUTES,
};

const OPEN = new Set(
  Object.values(ALL_ROUTES).flatMap(({ access, path }) => (access === "open" ? [path] : [])),
);

export function teamRoutes(setting: TeamRouteSetting): TeamRoutes {
  const { place, team, names, bounds } = setting;
  const { clock, redact } = place;
  const figures = metrics();
  const open = streams({ team, clock, bounds });
  const keeping = { port: setting.port, isSecure: names.isSecure };
  const guard = {
    ...setting,
    ...keeping,
    clock,
    open: OPEN,
    doors: doors({ team, clock, failuresPerMinute: bounds.failuresPerMinute }),
    addressOf: (c: Context) => clientAddress(socketsOf(c).incoming, setting.isBehindProxy),
    answerOf: (c: Context) => socketsOf(c).outgoing,
  };
  const app = new Hono();
  app.use(figures.count);
  app.use(withHeaders);
  app.use(teamGuard(guard));
  const placeOf = (known: Known | null): Place => (known ? placeFor(setting, known) : place);
  const admit = admitting(guard, placeOf);
  const frame = (page: Parameters<typeof frameOf>[0], c: Context): string =>
    frameOf(page, meTag(knownAsker(c).grant));
  bind(app, { routes: PAGE_ROUTES, handlers: pageHandlers(setting.bundleOf, frame) }, admit);
  const looking = {
    look: look(place),
    enter: (c: Context) => open.enter(c),
    closing: setting.closing,
    onDefect: setting.onDefect,
  };
  bind(
    app,
    { routes: DEBATE_ROUTES, handlers: turned(debateHandlers(looking), { bounds, clock }) },
    admit,
  );
  const serving = {
    ...setting,
    metrics: figures,
    keeping,
    document: openApi(),
    streamCount: () => open.size(),
    isReady: readiness(() => place.app.list({ limit: 1 }), clock),
  };
  bind(app, { routes: TEAM_ROUTES, handlers: teamHandlers(serving) }, admit);
  bind(app, { routes: LOG_IN_ROUTES, handlers: logInHandlers(guard.doors, keeping) }, admit);
  withTeamRefusals(app, { redact, onDefect: setting.onDefect, metrics: figures });
  return { app, streams: open, metrics: figures };
}

interface Sockets {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

function socketsOf(c: Context): Sockets {
  return c.env as Sockets;
}

/** Who acts is the token's person, and the token pays. */
function placeFor({ place, team }: TeamRouteSetting, { grant }: Known): Place {
  const desk = place.desk && { ...place.desk, person: grant.person };
  return { ...place, desk, purse: teamPurse(team, grant) };
}
