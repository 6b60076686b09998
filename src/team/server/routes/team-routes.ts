/** All routes of a team's server. */
import type { IncomingMessage, ServerResponse } from "node:http";

import { type Context, Hono } from "hono";

import type { SpendingBudget } from "../../../app/commands/spending-budget.ts";
import type { Clock } from "../../../clock.ts";
import { escapeHtmlText } from "../../../page/markdown-html.ts";
import type { PageBundleSource } from "../../../page/page-bundle.ts";
import { createDebateHandlers } from "../../../server/debate-handlers.ts";
import { createDebateQueries } from "../../../server/debate-queries.ts";
import { DEBATE_ROUTES } from "../../../server/debate-routes.ts";
import { PAGE_ROUTES, createPageHandlers, renderPageFrame } from "../../../server/page-routes.ts";
import type { PageServerContext } from "../../../server/page-server-context.ts";
import { setSecurityHeaders } from "../../../server/request-guard.ts";
import { bindRoutes, type ServerRoutes } from "../../../server/route.ts";
import type { Team } from "../../tokens/team.ts";
import type { TokenGrant } from "../../tokens/token-grant.ts";
import type { FleetAccess } from "../fleet-runner.ts";
import { createAuthThrottle } from "../guard/auth-throttle.ts";
import { limitDebateHandlers } from "../guard/concurrency-limit.ts";
import {
  readClientAddress,
  type AuthenticatedToken,
  getAuthenticatedToken,
} from "../guard/requester.ts";
import type { ServerLimits } from "../guard/server-limits.ts";
import type { ServerNames } from "../guard/server-names.ts";
import { createRouteAdmission, createTeamGuard } from "../guard/team-guard.ts";
import { type ServerMetrics, createServerMetrics } from "../server-metrics.ts";
import { type TeamStreams, createTeamStreams } from "../team-streams.ts";
import { createOpenApiDocument } from "./openapi.ts";
import { createLogInHandlers, createTeamHandlers } from "./team-handlers.ts";
import { handleTeamRefusals } from "./team-refusals.ts";
import { LOG_IN_ROUTES, TEAM_ROUTES } from "./team-route-table.ts";

export interface TeamRouteOptions {
  readonly server: PageServerContext;
  readonly team: Team;
  readonly fleet: FleetAccess;
  readonly loadBundle: PageBundleSource;
  readonly names: ServerNames;
  readonly port: number;
  readonly isBehindProxy: boolean;
  readonly bounds: ServerLimits;
  readonly closing: AbortSignal;
  readonly onDefect: (error: unknown) => void;
}

export interface TeamRoutes {
  readonly app: Hono;
  readonly streams: TeamStreams;
  readonly metrics: ServerMetrics;
}

/** All that a team's server has, by what it is called. */
export const ALL_ROUTES: ServerRoutes = {
  ...PAGE_ROUTES,
  ...DEBATE_ROUTES,
  ...TEAM_ROUTES,
  ...LOG_IN_ROUTES,
};

const OPEN = new Set(
  Object.values(ALL_ROUTES).flatMap(({ access, path }) => (access === "open" ? [path] : [])),
);

export function createTeamRoutes(setting: TeamRouteOptions): TeamRoutes {
  const { server: serverContext, team, names, bounds } = setting;
  const { clock, redact } = serverContext;
  const figures = createServerMetrics();
  const open = createTeamStreams({ team, clock, bounds });
  const keeping = { port: setting.port, isSecure: names.isSecure };
  const guard = {
    ...setting,
    ...keeping,
    clock,
    open: OPEN,
    doors: createAuthThrottle({ team, clock, failuresPerMinute: bounds.failuresPerMinute }),
    readAddress: (c: Context) =>
      readClientAddress(getRequestSockets(c).incoming, setting.isBehindProxy),
    getOutgoing: (c: Context) => getRequestSockets(c).outgoing,
  };
  const app = new Hono();
  app.use(figures.count);
  app.use(setSecurityHeaders);
  app.use(createTeamGuard(guard));
  const chooseContext = (known: AuthenticatedToken | null): PageServerContext =>
    known ? createContextForToken(setting, known) : serverContext;
  const admit = createRouteAdmission(guard, chooseContext);
  const frame = (page: Parameters<typeof renderPageFrame>[0], c: Context): string =>
    renderPageFrame(page, renderUserMetaTag(getAuthenticatedToken(c).grant));
  bindRoutes(
    app,
    { routes: PAGE_ROUTES, handlers: createPageHandlers(setting.loadBundle, frame) },
    admit,
  );
  const looking = {
    queries: createDebateQueries(serverContext),
    enterStream: (c: Context) => open.enter(c),
    closing: setting.closing,
    onDefect: setting.onDefect,
  };
  bindRoutes(
    app,
    {
      routes: DEBATE_ROUTES,
      handlers: limitDebateHandlers(createDebateHandlers(looking), { bounds, clock }),
    },
    admit,
  );
  const serving = {
    ...setting,
    metrics: figures,
    keeping,
    document: createOpenApiDocument(),
    streamCount: () => open.size(),
    isReady: createReadinessCheck(() => serverContext.app.list({ limit: 1 }), clock),
  };
  bindRoutes(app, { routes: TEAM_ROUTES, handlers: createTeamHandlers(serving) }, admit);
  bindRoutes(
    app,
    { routes: LOG_IN_ROUTES, handlers: createLogInHandlers(guard.doors, keeping) },
    admit,
  );
  handleTeamRefusals(app, { redact, onDefect: setting.onDefect, metrics: figures });
  return { app, streams: open, metrics: figures };
}

interface RequestSockets {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

function getRequestSockets(c: Context): RequestSockets {
  return c.env as RequestSockets;
}

/** Who acts is the token's person, and the token pays. */
function createContextForToken(
  { server: serverContext, team }: TeamRouteOptions,
  { grant }: AuthenticatedToken,
): PageServerContext {
  const desk = serverContext.context && { ...serverContext.context, person: grant.person };
  return { ...serverContext, context: desk, budget: createRequestBudget(team, grant) };
}

// Who looks at the page, for its script: it does not offer what they may not do.

function renderUserMetaTag({ person, scopes }: Pick<TokenGrant, "person" | "scopes">): string {
  return `\n<meta name="dissent-me" content="${escapeHtmlText(JSON.stringify({ person, scopes }))}" />`;
}

/** A token's money: set aside before anything is opened, and bound to what was. */
function createRequestBudget(
  team: Pick<Team, "allowance" | "reserve">,
  grant: TokenGrant,
): SpendingBudget {
  return {
    readRemainingUsd: async () => (grant.budgetUsd === null ? null : team.allowance(grant)),
    async reserveAndOpen(usd, open) {
      const reserved = await team.reserve(grant, usd);
      const debate = await open().catch(async (error: unknown) => {
        await reserved.giveBack();
        throw error;
      });
      await reserved.bind(debate);
      return debate;
    },
    async reserveForDebate(usd, debate) {
      const reserved = await team.reserve(grant, usd, debate);
      await reserved.bind(debate).catch(async (error: unknown) => {
        await reserved.giveBack();
        throw error;
      });
    },
  };
}

// Whether the database can be reached, checked at most once a second.

const GOOD_FOR_MS = 1_000;
const LATE_MS = 3_000;

export function createReadinessCheck(
  ask: () => Promise<unknown>,
  clock: Clock,
): () => Promise<boolean> {
  let known: { readonly ready: Promise<boolean>; readonly sinceMs: number } | undefined;
  return () => {
    const nowMs = clock.nowMs();
    if (!known || nowMs - known.sinceMs >= GOOD_FOR_MS) {
      known = { ready: succeedsInTime(ask, clock), sinceMs: nowMs };
    }
    return known.ready;
  };
}

async function succeedsInTime(ask: () => Promise<unknown>, clock: Clock): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const cancel = clock.after(LATE_MS, () => late.resolve(false));
  const asked = ask().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    cancel();
  }
}
