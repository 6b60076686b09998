/** CONTRACT: a route as data. Hono's routes, the OpenAPI document and the permission tests are made from it. */
import type { Context, Hono } from "hono";
import type * as z from "zod";

import type { TokenScope } from "../team/tokens/token-grant.ts";
import type { PageServerContext } from "./page-server-context.ts";
import { readJsonBody, requireDebateId } from "./read-request.ts";

/** Who may send it to a team's server: anyone, anyone with a token, or anyone with a token with that scope. */
export type RouteAccess = "open" | "any" | TokenScope;

export interface ServerRoute {
  readonly method: "get" | "post";
  /** As Hono reads it: `/api/debates/:id`. */
  readonly path: string;
  readonly access: RouteAccess;
  readonly summary: string;
  /** The allowed query parameters. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType;
  /** JSON of a shape, or something else by its media type. */
  readonly answer: z.ZodType | { readonly media: string; readonly says: string };
  /** What it is called where it is recorded who did what. */
  readonly act?: string;
}

export type ServerRoutes = Readonly<Record<string, ServerRoute>>;

export type RouteBody<One extends ServerRoute> = One extends {
  readonly body: z.ZodType<infer Body>;
}
  ? Body
  : undefined;

export function isJsonAnswer(answer: ServerRoute["answer"]): answer is z.ZodType {
  return !("media" in answer);
}

// Joins routes that are data with what answers them.

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
