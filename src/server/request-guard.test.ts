import { describe, expect, test } from "vitest";

import {
  type Asking,
  heldDebate,
  type Served,
  served,
  START,
  TOKEN,
} from "../../test/support/page/page-server.ts";

const READS = [
  "/",
  "/debates/x",
  "/judges.js",
  "/judges.css",
  "/favicon.ico",
  "/nothing",
  "/api/home",
  "/api/debates",
  "/api/debates/x",
  "/api/debates/x/findings",
  "/api/debates/x/events",
  "/api/debates/x/prompts?key=openings/risk",
  "/api/debates/x/form?seat=risk",
  "/api/debates/x/report?format=md",
  "/api/nothing",
];
const ACTS = [
  "/api/plans",
  "/api/debates",
  ...["decision", "answer", "pause", "resume", "ask", "fork", "revert"].map(
    (act) => `/api/debates/x/${act}`,
  ),
];

const asStranger: Asking["headers"] = { cookie: undefined };

async function debatesIn({ app }: Served): Promise<number> {
  return (await app.list()).length;
}

describe("RG1 the server answers under its own names only", () => {
  test.each(["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])("as %s", async (name) => {
    const { ask, server } = await served();

    expect(await ask("/", { headers: { host: `${name}:${server.port}` } })).toMatchObject({
      status: 200,
    });
  });

  test("a name that was made to lead here is refused, with the token and without a word of the page", async () => {
    const { ask, server } = await served();
    for (const host of [
      "evil.example",
      `evil.example:${server.port}`,
      "127.0.0.1",
      "127.0.0.1:1",
      `127.0.0.1.evil.example:${server.port}`,
    ]) {
      const answer = await ask("/api/home", { headers: { host } });

      expect(answer).toMatchObject({ status: 421 });
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "wrong-host" } });
    }
  });
});

describe("RG2 nothing without the token", () => {
  test("every address is closed", async () => {
    const { ask, app } = await served();
    for (const path of READS) {
      expect(await ask(path, { headers: asStranger }), path).toMatchObject({ status: 401 });
    }
    for (const path of ACTS) {
      const asking = { method: "POST", headers: asStranger, body: JSON.stringify(START) };
      expect(await ask(path, asking), path).toMatchObject({ status: 401 });
    }
    expect(await app.list()).toEqual([]);
  });

  test("a wrong token opens nothing, whatever its shape", async () => {
    const { ask, server } = await served();
    for (const wrong of [
      "",
      "x",
      "5f".repeat(32),
      TOKEN.toUpperCase(),
      `${TOKEN}0`,
      "é".repeat(64),
    ]) {
      const cookie = `dissent-${server.port}=${encodeURIComponent(wrong)}`;
      expect(await ask("/api/home", { headers: { cookie } }), wrong).toMatchObject({ status: 401 });
      const path = `/?token=${encodeURIComponent(wrong)}`;
      expect(await ask(path, { headers: asStranger }), wrong).toMatchObject({ status: 401 });
    }
  });

  test("the cookie of another port is not this server's", async () => {
    const { ask } = await served();

    expect(await ask("/", { headers: { cookie: `dissent-1=${TOKEN}` } })).toMatchObject({
      status: 401,
    });
  });

  test("the page says where the link is", async () => {
    const { ask } = await served();
    const { body, headers } = await ask("/", { headers: asStranger });

    expect(headers["content-type"]).toContain("text/html");
    expect(body).toContain("needs the link that Dissent printed");
    expect(body).not.toContain(TOKEN);
  });

  test("the link becomes a cookie that no script and no other site gets, and an address without the token", async () => {
    const { ask, server } = await served();
    const { status, headers } = await ask(`/debates/a-1?token=${TOKEN}&at=3`, {
      headers: asStranger,
    });

    expect(status).toBe(303);
    expect(headers.location).toBe("/debates/a-1?at=3");
    expect(headers["set-cookie"]).toEqual([
      `dissent-${server.port}=${TOKEN}; Path=/; HttpOnly; SameSite=Strict`,
    ]);
  });

  test("the link leads to no other host", async () => {
    const { ask } = await served();
    for (const path of ["//evil.example/", "/%2f/evil.example", "/\\evil.example"]) {
      const { headers, status } = await ask(`${path}?token=${TOKEN}`, { headers: asStranger });

      expect([303, 400]).toContain(status);
      expect(headers.location ?? "/").toMatch(/^\/(?![/\\])/);
    }
  });

  test("a link that is opened by the program works once", async () => {
    const { ask, server } = await served();
    const once = new URL(server.createOneTimeUrl("/"));
    const path = `${once.pathname}${once.search}`;

    expect(once.search).not.toContain(TOKEN);
    expect(await ask(path, { headers: asStranger })).toMatchObject({ status: 303 });
    expect(await ask(path, { headers: asStranger })).toMatchObject({ status: 401 });
  });
});

describe("RG3 nothing is done at another page's word", () => {
  const ORIGINS = [
    "http://evil.example",
    "null",
    "http://127.0.0.1:1",
    "https://127.0.0.1",
    undefined,
  ];
  test.each(ORIGINS)("from the origin %s", async (origin) => {
    const all = await served();
    const asking = { method: "POST", headers: { origin }, body: JSON.stringify(START) };

    expect(await all.ask("/api/debates", asking)).toMatchObject({ status: 403 });
    expect(await debatesIn(all)).toBe(0);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/jsonp",
    undefined,
  ])("as %s, which a form can send", async (type) => {
    const all = await served();
    const asking = {
      method: "POST",
      headers: { "content-type": type },
      body: JSON.stringify(START),
    };

    expect(await all.ask("/api/debates", asking)).toMatchObject({ status: 415 });
    expect(await debatesIn(all)).toBe(0);
  });

  test("a page on another port of this machine reads nothing either", async () => {
    const { ask } = await served();
    for (const site of ["same-site", "cross-site"]) {
      expect(await ask("/api/home", { headers: { "sec-fetch-site": site } })).toMatchObject({
        status: 403,
      });
    }
    expect(await ask("/api/home", { headers: { "sec-fetch-site": "same-origin" } })).toMatchObject({
      status: 200,
    });
  });

  test("no answer allows another origin anything", async () => {
    const { ask, server } = await served();
    const headers = { origin: "http://evil.example", "access-control-request-method": "POST" };
    for (const asking of [{ headers }, { method: "OPTIONS", headers }]) {
      const answer = await ask("/api/home", asking);
      const allowed = Object.keys(answer.headers).filter((name) =>
        name.startsWith("access-control"),
      );

      expect(answer.status).not.toBe(200);
      expect(allowed).toEqual([]);
    }
    expect(server.port).toBeGreaterThan(0);
  });
});

describe("RG4 every answer is closed to others", () => {
  test("pages, data, refusals and redirects", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const paths = [
      "/",
      "/judges.js",
      "/api/home",
      `/api/debates/${id}`,
      "/nothing",
      `/?token=${TOKEN}`,
    ];
    for (const path of paths) {
      const { headers } = await all.ask(path);

      expect(headers["x-content-type-options"], path).toBe("nosniff");
      expect(headers["referrer-policy"], path).toBe("no-referrer");
      expect(headers["cross-origin-opener-policy"], path).toBe("same-origin");
      expect(headers["cross-origin-resource-policy"], path).toBe("same-origin");
      expect(headers["cache-control"], path).toBe("no-store");
      expect(headers["content-security-policy"], path).toContain("default-src 'none'");
      expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
    }
    const { headers } = await all.ask("/");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
        "trusted-types 'none'",
    );
  });
});

describe("what a client sends reaches nothing else", () => {
  test("no path leads to a file", async () => {
    const { ask } = await served();
    const paths = [
      "/../../../../etc/passwd",
      "/..%2f..%2f..%2fetc%2fpasswd",
      "/judges.js/../../../etc/passwd",
      "/debates/..%2f..%2fetc%2fpasswd/x",
      "/api/debates/..%2f..%2f..%2fetc%2fpasswd",
      "/api/debates/%2e%2e%2f%2e%2e%2fpage-token",
      "/api/debates/x%00/report?format=html",
      "/.dissent/page-token",
      "//etc/passwd",
    ];
    for (const path of paths) {
      const { status, body } = await ask(path);

      expect([400, 404], path).toContain(status);
      expect(body, path).not.toContain("root:");
      expect(body, path).not.toContain(TOKEN);
    }
  });

  test("more than a megabyte is refused, with its length and without", async () => {
    const { ask, defects } = await served();
    const large = JSON.stringify({ ...START, body: "x".repeat(1024 * 1024) });

    expect(await ask("/api/plans", { method: "POST", body: large })).toMatchObject({ status: 413 });
    const chunked = { method: "POST", body: large, headers: { "transfer-encoding": "chunked" } };
    expect(await ask("/api/plans", chunked)).toMatchObject({ status: 413 });
    expect(defects).toEqual([]);
  });

  test("what is no JSON, too deep or of another shape is refused in words", async () => {
    const { ask, defects } = await served();
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const bodies = [
      "",
      "{",
      "[]",
      "null",
      '"x"',
      deep,
      `{"protocol":${deep}}`,
      "{}",
      JSON.stringify({ ...START, extra: 1 }),
      "\u0000",
    ];
    for (const body of bodies) {
      const answer = await ask("/api/debates", { method: "POST", body });
      const { error } = JSON.parse(answer.body) as { error: { code: string; message: string } };

      expect(answer.status, body.slice(0, 20)).toBe(400);
      expect(error.code).toBe("bad-request");
      expect(error.message).not.toBe("");
    }
    expect(defects).toEqual([]);
  });

  test("a seat takes no file, and a brief none from outside of the project", async () => {
    const { post, app } = await served();
    const scripted = await post("/api/plans", {
      ...START,
      seats: { risk: "scripted//etc/passwd" },
    });
    const outside = await post("/api/plans", { ...START, context: ["../../../../etc/passwd"] });

    expect(JSON.parse(scripted.body)).toMatchObject({ error: { code: "bad-request" } });
    expect(outside.status).toBe(400);
    expect(JSON.parse(outside.body)).toMatchObject({ error: { code: "unsafe-path" } });
    expect(await app.list()).toEqual([]);
  });

  test("a client that says half a request is let go", async () => {
    const { server } = await served();
    const { connect } = await import("node:net");
    const socket = connect(server.port, "127.0.0.1");
    const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n");
    await server.close();

    await expect(closed).resolves.toBeUndefined();
  });
});
