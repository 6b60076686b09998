/** TG2: who may what, for every address that there is. */
import { describe, expect, test } from "vitest";

import { START } from "../../../../test/support/page/page-server.ts";
import { type ServedTeam, servedTeam } from "../../../../test/support/team/team-server.ts";
import type { ServerRoute } from "../../../server/route.ts";
import { SCOPES } from "../../tokens/token-grant.ts";
import { ALL_ROUTES, createTeamRoutes } from "./team-routes.ts";

const ROUTES = Object.entries(ALL_ROUTES);

/** Addresses with something in the place of what they name. */
function formatRoutePath({ path }: ServerRoute): string {
  return path.replace(":debate", "none-1").replace(":token", "abcdefgh");
}

async function fetchStatus(
  all: ServedTeam,
  route: ServerRoute,
  token: string | null,
): Promise<number> {
  const method = route.method.toUpperCase();
  const body = method === "POST" ? { body: JSON.stringify(START) } : {};
  return (await all.ask(token, formatRoutePath(route), { method, ...body })).status;
}

test("the table is all that there is", async () => {
  const all = await servedTeam();
  const { app } = createTeamRoutes({
    ...all,
    server: all.place,
    loadBundle: async () => ({ script: "", style: "" }),
    names: { hosts: [], originsFor: () => [], url: "", isSecure: false },
    port: 0,
    isBehindProxy: false,
    bounds: {} as never,
    closing: new AbortController().signal,
    onDefect: () => {},
  });
  const bound = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  const told = ROUTES.map(([, { method, path }]) => `${method.toUpperCase()} ${path}`);

  expect(bound.toSorted()).toEqual(told.toSorted());
  expect(new Set(told).size).toBe(told.length);
});

test("what is open says nothing about anyone", () => {
  const open = ROUTES.filter(([, { access }]) => access === "open").map(([, { path }]) => path);

  expect(open.toSorted()).toEqual(["/healthz", "/log-in", "/log-in.css", "/readyz"]);
});

describe("without a token", () => {
  test("every address is closed, and no address says whether it is there", async () => {
    const all = await servedTeam();
    for (const [name, route] of ROUTES) {
      const status = await fetchStatus(all, route, null);
      if (route.access !== "open") expect(status, name).toBe(401);
    }
    for (const path of ["/nothing", "/api/nothing", "/api/debates/x/y/z", "/.env"]) {
      expect((await all.ask(null, path)).status, path).toBe(401);
    }
    expect(all.team.log).toEqual([]);
    expect(all.defects).toEqual([]);
  });

  test("a token that nobody gave is none, whatever its shape", async () => {
    const all = await servedTeam({ bounds: { failuresPerMinute: 1_000 } });
    const real = all.token();
    const wrong = [
      "",
      "x",
      `${real}x`,
      real.slice(0, -1),
      real.toUpperCase(),
      `dissent_${"a".repeat(8)}_${"A".repeat(43)}`,
      "é".repeat(60),
      "A".repeat(5_000),
    ];
    for (const token of wrong) {
      const headers = { authorization: `Bearer ${encodeURI(token)}` };
      expect((await all.ask(null, "/api/me", { headers })).status, token).toBe(401);
    }
    for (const authorization of [real, `Basic ${real}`, `Bearer ${real} x`, `Bearer${real}`]) {
      expect((await all.ask(null, "/api/me", { headers: { authorization } })).status).toBe(401);
    }
  });
});

describe("with every scope but the one that is needed", () => {
  const needing = ROUTES.filter(([, { access }]) => access !== "open" && access !== "any");

  test.each(needing)("%s is refused, and that is recorded", async (_, route) => {
    const all = await servedTeam();
    const others = SCOPES.filter((scope) => scope !== route.access);

    expect(await fetchStatus(all, route, all.token(others))).toBe(403);
    expect(all.team.log.map(({ act }) => act)).toEqual(["refused"]);
    expect(all.fleet.sent).toEqual([]);
    expect(await all.app.list()).toEqual([]);
  });

  test("no scope implies another: each alone is refused where another is needed", async () => {
    const all = await servedTeam();
    for (const scope of SCOPES) {
      const token = all.token([scope]);
      for (const [name, route] of needing) {
        const status = await fetchStatus(all, route, token);
        if (scope === route.access) expect(status, `${name} with ${scope}`).not.toBe(403);
        else expect(status, `${name} with ${scope}`).toBe(403);
      }
    }
  });

  test("refusals are recorded, and not as often as someone likes", async () => {
    const all = await servedTeam();
    const token = all.token(["read"]);
    for (let count = 0; count < 60; count++) await all.ask(token, "/api/tokens");

    expect(all.team.log.length).toBeLessThanOrEqual(21);
    expect(all.team.log[0]).toMatchObject({
      act: "refused",
      by: { person: "ann" },
      detail: "GET /api/tokens",
      from: "127.0.0.1",
    });
  });
});

test("nothing that was sent is read before the scope was looked at", async () => {
  const all = await servedTeam();
  const large = { method: "POST", body: "x".repeat(600_000) };

  expect((await all.ask(all.token(["read"]), "/api/debates", large)).status).toBe(403);
  expect((await all.ask(null, "/api/debates", large)).status).toBe(401);
});

test("whoever has any token learns what it is for, and nothing about others", async () => {
  const all = await servedTeam();
  const token = all.token(["decide"], 3);

  expect(await all.get(token, "/api/me")).toMatchObject({
    person: "ann",
    scopes: ["decide"],
    budgetUsd: 3,
    leftUsd: 3,
  });
});
