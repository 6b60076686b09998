/** Binds routes, which are data, to their handlers. */
import type { Context, Hono } from "hono";

import type { PageServerContext } from "./page-server-context.ts";
import { readJsonBody, requireDebateId } from "./read-request.ts";
import type { RouteBody, ServerRoute, ServerRoutes } from "./route.ts";

export interface RouteCall<Body = unknown> {
  readonly c: Context;
  /** As the requester sees it. */
  readonly server: PageServerContext;
  readonly body: Body;
  /** The debate that the address names; empty where it names none. */
  readonly debate: string;
  /** Records what was done, where that is recorded. */
  readonly note: RecordActivity;
}

export type RecordActivity = (debate: string | null, detail: string) => Promise<void>;

type RouteHandler<Body> = (call: RouteCall<Body>) => unknown;

export type RouteHandlers<Table extends ServerRoutes> = {
  readonly [Name in keyof Table]: RouteHandler<RouteBody<Table[Name]>>;
};

export interface BoundRoutes<Table extends ServerRoutes> {
  readonly routes: Table;
  readonly handlers: RouteHandlers<Table>;
}

/** Admits requesters with permission, or refuses, before the body is read. */
export type AdmitRequest = (
  c: Context,
  route: ServerRoute,
) => Promise<Pick<RouteCall, "server" | "note">>;

export function bindRoutes<Table extends ServerRoutes>(
  app: Hono,
  { routes, handlers }: BoundRoutes<Table>,
  admit: AdmitRequest,
): void {
  for (const [name, route] of Object.entries(routes)) {
    const answer = handlers[name] as RouteHandler<unknown> | undefined;
    if (answer === undefined) throw new TypeError(`Nothing answers ${route.path}.`);
    app[route.method](route.path, async (c) => {
      const admitted = await admit(c, route);
      const debate = readDebateParameter(c, route);
      const body = route.body === undefined ? undefined : await readJsonBody(c, route.body);
      const value = await answer({ ...admitted, c, body, debate });
      return value instanceof Response ? value : c.json(value ?? null);
    });
  }
}

/** The page of a debate says by itself that there is none. */
function readDebateParameter(c: Context, { path }: ServerRoute): string {
  if (!path.startsWith("/api/debates/:debate")) return "";
  return requireDebateId(c.req.param("debate") ?? "");
}
