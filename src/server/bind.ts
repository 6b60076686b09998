/** Joins routes that are data with what answers them. */
import type { Context, Hono } from "hono";

import { checkedDebateId } from "./debate-id.ts";
import type { Place } from "./place.ts";
import { readJson } from "./read-json.ts";
import type { BodyOf, Route, Routes } from "./route.ts";

export interface Call<Body = unknown> {
  readonly c: Context;
  /** As whoever asks finds it. */
  readonly place: Place;
  readonly body: Body;
  /** The debate that the address names; empty where it names none. */
  readonly debate: string;
  /** Records what was done, where that is recorded. */
  readonly note: Note;
}

export type Note = (debate: string | null, detail: string) => Promise<void>;

type Answering<Body> = (call: Call<Body>) => unknown;

export type Handlers<Table extends Routes> = {
  readonly [Name in keyof Table]: Answering<BodyOf<Table[Name]>>;
};

export interface Bound<Table extends Routes> {
  readonly routes: Table;
  readonly handlers: Handlers<Table>;
}

/** Lets in whoever may ask for this, or refuses; before anything that was sent is read. */
export type Admit = (c: Context, route: Route) => Promise<Pick<Call, "place" | "note">>;

export function bind<Table extends Routes>(
  app: Hono,
  { routes, handlers }: Bound<Table>,
  admit: Admit,
): void {
  for (const [name, route] of Object.entries(routes)) {
    const answer = handlers[name] as Answering<unknown> | undefined;
    if (answer === undefined) throw new TypeError(`Nothing answers ${route.path}.`);
    app[route.method](route.path, async (c) => {
      const admitted = await admit(c, route);
      const debate = debateIn(c, route);
      const body = route.body === undefined ? undefined : await readJson(c, route.body);
      const value = await answer({ ...admitted, c, body, debate });
      return value instanceof Response ? value : c.json(value ?? null);
    });
  }
}

/** The page of a debate says by itself that there is none. */
function debateIn(c: Context, { path }: Route): string {
  if (!path.startsWith("/api/debates/:debate")) return "";
  return checkedDebateId(c.req.param("debate") ?? "");
}
