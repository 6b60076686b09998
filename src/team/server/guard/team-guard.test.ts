import { describe, expect, test } from "vitest";

import { START, type Answer, type Asking } from "../../../../test/support/page/page-server.ts";
import { requestTeamServer, servedTeam } from "../../../../test/support/team/team-server.ts";
import { fakeClock } from "../../../../test/support/time/fake-clock.ts";

const PUBLIC = "https://dissent.example.org";
const codeIn = ({ body }: Answer): string =>
  (JSON.parse(body) as { error: { code: string } }).error.code;

describe("TG1 the server answers under its own names only", () => {
  test("its public one, and this machine's", async () => {
    const all = await servedTeam({ publicUrl: PUBLIC });
    const token = all.token();
    for (const host of [
      "dissent.example.org",
      "DISSENT.example.org",
      `localhost:${all.server.port}`,
    ]) {
      expect((await all.ask(token, "/api/me", { headers: { host } })).status, host).toBe(200);
    }
    for (const host of [
      "evil.example",
      "dissent.example.org:444",
      "dissent.example.org.evil.example",
      "127.0.0.1:1",
    ]) {
      const answer = await all.ask(token, "/api/me", { headers: { host } });
      expect(answer.status, host).toBe(421);
      expect(codeIn(answer)).toBe("wrong-host");
    }
  });

  test("whether it runs is told under any name, and nothing else", async () => {
    const all = await servedTeam({ publicUrl: PUBLIC });
    const headers = { host: "10.0.0.7" };

    expect(await all.ask(null, "/healthz", { headers })).toMatchObject({
      status: 200,
      body: "ok\n",
    });
    expect(await all.ask(null, "/readyz", { headers })).toMatchObject({
      status: 200,
      body: "ok\n",
    });
    expect(await all.ask(null, "/log-in.css", { headers })).toMatchObject({ status: 421 });
  });
});

/** Logs in as the form of the page does. */
async function loggedIn(
  port: number,
  token: string,
  headers: Asking["headers"] = {},
  next = "/",
): Promise<Answer> {
  const body = new URLSearchParams({ token, next }).toString();
  return requestTeamServer(port, "/log-in", {
    method: "POST",
    body,
    headers: {
      origin: `http://127.0.0.1:${port}`,
      "content-type": "application/x-www-form-urlencoded",
      accept: "text/html",
      ...headers,
    },
  });
}

describe("logging in", () => {
  test("the token becomes a cookie that no script and no other site gets", async () => {
    const all = await servedTeam();
    const { port } = all.server;
    const token = all.token();
    const { status, headers } = await loggedIn(port, ` ${token}\n`, {}, "/debates/a-1?x=1");

    expect(status).toBe(303);
    expect(headers.location).toBe("/debates/a-1?x=1");
    expect(headers["set-cookie"]).toEqual([
      `dissent-team-${port}=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict`,
    ]);
    const cookie = `dissent-team-${port}=${token}`;
    expect((await all.ask(null, "/api/me", { headers: { cookie } })).status).toBe(200);
  });

  test("where the server is reached by https, the cookie is for nothing else", async () => {
    const all = await servedTeam({ publicUrl: PUBLIC });
    const token = all.token();
    const headers = { origin: PUBLIC, host: "dissent.example.org" };
    const answer = await loggedIn(all.server.port, token, headers);

    expect(answer.headers["set-cookie"]?.[0]).toMatch(
      /^__Host-dissent=dissent_.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test("a page is asked for with the log-in, in its place", async () => {
    const all = await servedTeam();
    const headers = { accept: "text/html,*/*" };
    const { status, body, headers: sent } = await all.ask(null, "/debates/a-1?x=%22", { headers });

    expect(status).toBe(401);
    expect(sent["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(sent["referrer-policy"]).toBe("same-origin");
    expect(body).toContain('name="next" value="/debates/a-1?x=%22"');
    expect(body).not.toContain("<script");
    expect(body).not.toContain('role="alert"');
  });

  test("a wrong token says so, and sets nothing", async () => {
    const all = await servedTeam();
    const answer = await loggedIn(all.server.port, "dissent_wrong", {}, "/debates/b-1");

    expect(answer.status).toBe(401);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.body).toContain("not known here");
    expect(answer.body).toContain('value="/debates/b-1"');
    expect(answer.body).not.toContain("dissent_wrong");
  });

  test("it leads nowhere else", async () => {
    const all = await servedTeam();
    const token = all.token();
    const paths = ["//evil.example", "/\\evil.example", "https://evil.example", "/\n/evil", ""];
    for (const next of paths) {
      const { headers } = await loggedIn(all.server.port, token, {}, next);
      expect(headers.location, next).toBe("/");
    }
  });

  test("nobody is logged in by another page", async () => {
    const all = await servedTeam();
    const answer = await loggedIn(all.server.port, all.token(), { origin: "http://evil.example" });

    expect(answer.status).toBe(403);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("logging out forgets it", async () => {
    const all = await servedTeam();
    const { port } = all.server;
    const headers = {
      cookie: `dissent-team-${port}=${all.token()}`,
      origin: `http://127.0.0.1:${port}`,
    };
    const answer = await requestTeamServer(port, "/api/log-out", {
      method: "POST",
      body: "{}",
      headers,
    });

    expect(answer).toMatchObject({ status: 200, body: "{}" });
    expect(answer.headers["set-cookie"]?.[0]).toMatch(/^dissent-team-\d+=; Max-Age=0; Path=\//);
  });

  test("a link elsewhere that leads here is followed once more, since the cookie was kept back", async () => {
    const all = await servedTeam();
    const navigation = { accept: "text/html", "sec-fetch-mode": "navigate" };
    const led = { headers: { ...navigation, "sec-fetch-site": "cross-site" } };
    const own = { headers: { ...navigation, "sec-fetch-site": "same-origin" } };

    expect((await all.ask(null, "/", led)).body).toContain('http-equiv="refresh"');
    expect((await all.ask(null, "/", own)).body).not.toContain("refresh");
  });

  test("whoever may not look is told on the page, and can use another token", async () => {
    const all = await servedTeam();
    const headers = {
      accept: "text/html",
      cookie: `dissent-team-${all.server.port}=${all.token(["run"])}`,
    };
    const { status, body } = await all.ask(null, "/", { headers });

    expect(status).toBe(403);
    expect(body).toContain("does not have the scope read");
    expect(body).toContain('action="/log-in"');
  });
});

describe("TG3 nothing is done at another page's word", () => {
  test.each(["http://evil.example", "null", "http://127.0.0.1:1", undefined])(
    "with the cookie, from the origin %s",
    async (origin) => {
      const all = await servedTeam();
      const cookie = `dissent-team-${all.server.port}=${all.token()}`;
      const asking = { method: "POST", body: JSON.stringify(START), headers: { cookie, origin } };

      expect((await all.ask(null, "/api/debates", asking)).status).toBe(403);
      expect(await all.app.list()).toEqual([]);
    },
  );

  test("no data is read by a page elsewhere, though the browser sends the cookie", async () => {
    const all = await servedTeam();
    const cookie = `dissent-team-${all.server.port}=${all.token()}`;
    for (const site of ["same-site", "cross-site"]) {
      const headers = { cookie, "sec-fetch-site": site };
      expect((await all.ask(null, "/api/home", { headers })).status).toBe(403);
    }
  });

  test("a program needs no origin; a page elsewhere that has a token is no program", async () => {
    const all = await servedTeam();
    const token = all.token();
    const elsewhere = { headers: { origin: "http://evil.example" } };

    expect((await all.post(token, "/api/plans", START)).status).toBe(200);
    expect((await all.ask(token, "/api/me", elsewhere)).status).toBe(403);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", undefined])(
    "only JSON is read, not %s",
    async (type) => {
      const all = await servedTeam();
      const body = JSON.stringify(START);
      const asking = { method: "POST", body, headers: { "content-type": type } };

      expect((await all.ask(all.token(), "/api/plans", asking)).status).toBe(415);
    },
  );

  test("no answer allows another origin anything, and all are closed to frames, sniffing and stores", async () => {
    const all = await servedTeam();
    const token = all.token();
    for (const path of ["/", "/api/me", "/nothing", "/metrics", "/judges.js"]) {
      const { headers } = await all.ask(token, path);
      const allowed = Object.keys(headers).filter((name) => name.startsWith("access-control"));

      expect(allowed, path).toEqual([]);
      expect(headers["x-content-type-options"], path).toBe("nosniff");
      expect(headers["cache-control"], path).toBe("no-store");
      expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
      expect(headers["cross-origin-resource-policy"], path).toBe("same-origin");
    }
  });
});

describe("TG4 who asks too often waits", () => {
  test("each token by itself, and it is told for how long", async () => {
    const clock = fakeClock();
    const all = await servedTeam({ clock, bounds: { burst: 3, requestsPerMinute: 6 } });
    const [one, other] = [all.token(), all.token()];
    for (let count = 0; count < 3; count++) {
      expect((await all.ask(one, "/api/me")).status).toBe(200);
    }
    const refused = await all.ask(one, "/api/me");
    expect(refused.status).toBe(429);
    expect(codeIn(refused)).toBe("too-many-requests");
    expect(refused.headers["retry-after"]).toBe("10");
    expect((await all.ask(other, "/api/me")).status).toBe(200);
    clock.advance(10_000);
    expect((await all.ask(one, "/api/me")).status).toBe(200);
  });

  test("with tokens that nobody knows: no database is asked, and whoever was here before is let in", async () => {
    const all = await servedTeam({ clock: fakeClock(), bounds: { failuresPerMinute: 5 } });
    const [known, late] = [all.token(), all.token()];
    expect((await all.ask(known, "/api/me")).status).toBe(200);
    const wrong = `dissent_aaaaaaaa_${"A".repeat(43)}`;
    const answers = [];
    for (let count = 0; count < 8; count++) answers.push((await all.ask(wrong, "/api/me")).status);

    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect((await all.ask(known, "/api/me")).status).toBe(200);
    expect((await all.ask(late, "/api/me")).status).toBe(429);
    expect((await loggedIn(all.server.port, late)).status).toBe(429);
  });

  test("debates are begun at a pace of their own", async () => {
    const clock = fakeClock();
    const all = await servedTeam({ clock, bounds: { startsPerMinute: 2 } });
    const token = all.token();
    const start = async (): Promise<number> =>
      (await all.post(token, "/api/debates", START)).status;

    expect([await start(), await start(), await start()]).toEqual([200, 200, 429]);
    expect((await all.post(token, "/api/plans", START)).status).toBe(200);
    clock.advance(30_000);
    expect(await start()).toBe(200);
  });

  test("answers that nobody reads are so many and no more, and streams are no answers", async () => {
    const all = await servedTeam({ bounds: { requestsAtOnce: 2 } });
    const token = all.token();
    const gate = Promise.withResolvers<void>();
    const before = { ...all.team };
    all.team.allowance = async (grant) => {
      await gate.promise;
      return before.allowance(grant);
    };
    const first = [all.ask(token, "/api/me"), all.ask(token, "/api/me")];
    await expect
      .poll(async () => (await all.ask(token, "/api/home")).status, { timeout: 20_000 })
      .toBe(429);
    expect((await all.ask(all.token(), "/api/home")).status).toBe(200);
    expect((await all.ask(token, "/api/debates/none-1/events")).status).toBe(404);
    gate.resolve();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    await expect
      .poll(async () => (await all.ask(token, "/api/home")).status, { timeout: 20_000 })
      .toBe(200);
  });

  test("an address that a client makes up is believed from a proxy only", async () => {
    const asked = async (isBehindProxy: boolean): Promise<string | undefined> => {
      const all = await servedTeam({ isBehindProxy });
      const headers = { "x-forwarded-for": "6.6.6.6, 9.9.9.9" };
      await all.ask(all.token(["read"]), "/api/tokens", { headers });
      return all.team.log[0]?.from;
    };

    expect(await asked(false)).toBe("127.0.0.1");
    expect(await asked(true)).toBe("9.9.9.9");
  });
});
