/** The page's server: on this machine only, for anyone who has the link. */
import { once } from "node:events";
import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";

import { SetupError } from "../errors.ts";
import type { PageBundleSource } from "../page/page-bundle.ts";
import { createDebateHandlers } from "./debate-handlers.ts";
import { createDebateQueries } from "./debate-queries.ts";
import { DEBATE_ROUTES } from "./debate-routes.ts";
import { createStreamLimit } from "./event-stream.ts";
import { PAGE_ROUTES, createPageHandlers, renderPageFrame } from "./page-routes.ts";
import type { PageServerContext } from "./page-server-context.ts";
import { PANEL_HANDLERS, PANEL_ROUTES } from "./propose-panel.ts";
import { RequestRefusal, createRefusalResponse } from "./refusal.ts";
import {
  type RequestGuardOptions,
  createRequestGuard,
  setSecurityHeaders,
} from "./request-guard.ts";
import { bindRoutes } from "./route.ts";
import { createPageToken } from "./token.ts";

export interface PageServerOptions {
  readonly server: PageServerContext;
  readonly loadBundle: PageBundleSource;
  readonly token: string;
  /** Exactly this one; without it the usual one, or the next that is free. */
  readonly port?: number | undefined;
  readonly onDefect?: (error: unknown) => void;
}

export interface PageServer {
  readonly port: number;
  /** The address of a page, with the token: anyone who opens it may act. */
  readonly formatPageUrl: (path: string) => string;
  /** The same for once, to be handed to a browser. */
  readonly createOneTimeUrl: (path: string) => string;
  /** Whether a debate runs for the page. */
  readonly hasRunningDebates: () => boolean;
  /** Pauses the page's debates and then closes; a second call cancels their turns in flight. */
  close(): Promise<void>;
}

/** The path of a debate's page. */
export function formatDebatePath(debate: string): string {
  return `/debates/${encodeURIComponent(debate)}`;
}

const LOOPBACK_HOST = "127.0.0.1";
const DEFAULT_PAGE_PORT = 4747;
const MAX_PORT_ATTEMPTS = 20;

export async function createPageServer(setting: PageServerOptions): Promise<PageServer> {
  const { server: serverContext, loadBundle, token, onDefect = () => {} } = setting;
  let answer: RequestListener | undefined;
  const server = createServer((request, response) => answer?.(request, response));
  setServerTimeouts(server);
  await listenOnFreePort(server, setting.port);
  const { port } = server.address() as AddressInfo;
  const closing = new AbortController();
  const tickets = new Set<string>();
  const guard = { token, tickets, port };
  const app = createPageApp({
    ...guard,
    server: serverContext,
    loadBundle,
    closing: closing.signal,
    onDefect,
  });
  const respond = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  answer = (request, response) => {
    // a client may disconnect at any time
    response.on("error", () => {});
    respond(request, response).catch(onDefect);
  };
  const urlWith = (path: string, secret: string): string =>
    `http://${LOOPBACK_HOST}:${port}${path}?token=${secret}`;
  return {
    port,
    formatPageUrl: (path) => urlWith(path, token),
    createOneTimeUrl(path) {
      const ticket = createPageToken();
      tickets.add(ticket);
      return urlWith(path, ticket);
    },
    hasRunningDebates: () => serverContext.runner.hasRuns(),
    async close() {
      await serverContext.runner.close();
      closing.abort();
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}

/** A client that is slow to send, or does not read the response, is disconnected. */
function setServerTimeouts(server: Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 5_000;
  server.maxHeadersCount = 100;
  server.maxConnections = 512;
  // streams send a heartbeat far more often
  server.timeout = 120_000;
}

async function listenOnFreePort(server: Server, wanted: number | undefined): Promise<void> {
  const first = wanted ?? DEFAULT_PAGE_PORT;
  for (let port = first; ; port++) {
    const last = wanted !== undefined || port === first + MAX_PORT_ATTEMPTS;
    try {
      // the last resort is whatever the system has
      server.listen(wanted === undefined && last ? 0 : port, LOOPBACK_HOST);
      await once(server, "listening");
      return;
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === "EADDRINUSE" && !last) continue;
      throw new SetupError("usage", `Port ${port} cannot be used (${code}).`, {
        cause,
        hint: "Name another with --port, or leave it out.",
      });
    }
  }
}

// The addresses of a person's own server, each bound to the one thing it does.

interface PageAppOptions extends RequestGuardOptions {
  readonly server: PageServerContext;
  readonly loadBundle: PageBundleSource;
  readonly closing: AbortSignal;
  readonly onDefect: (error: unknown) => void;
}

// of a browser's six connections, two are left to ask with
const MAX_PAGE_STREAMS = 4;

function createPageApp(setting: PageAppOptions): Hono {
  const { server: serverContext, loadBundle, closing, onDefect } = setting;
  const app = new Hono();
  const streams = createStreamLimit(MAX_PAGE_STREAMS);
  app.use(setSecurityHeaders);
  app.use(createRequestGuard(setting));
  // anyone with the link may do everything
  const admit = async () => ({ server: serverContext, note: async () => {} });
  bindRoutes(
    app,
    {
      routes: PAGE_ROUTES,
      handlers: createPageHandlers(loadBundle, (page) => renderPageFrame(page)),
    },
    admit,
  );
  const serving = {
    queries: createDebateQueries(serverContext),
    enterStream: () => streams.enter(),
    closing,
    onDefect,
  };
  bindRoutes(app, { routes: DEBATE_ROUTES, handlers: createDebateHandlers(serving) }, admit);
  bindRoutes(app, { routes: PANEL_ROUTES, handlers: PANEL_HANDLERS }, admit);
  addErrorHandlers(app, setting);
  return app;
}

/** What is not there, and what was refused, in the same words everywhere. */
function addErrorHandlers(
  app: Hono,
  { server: place, onDefect }: Pick<PageAppOptions, "server" | "onDefect">,
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
