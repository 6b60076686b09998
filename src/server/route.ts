/** CONTRACT: a route as data. Hono's routes, the OpenAPI document and the permission tests are made from it. */
import type * as z from "zod";

import type { TokenScope } from "../team/tokens/token-grant.ts";

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
