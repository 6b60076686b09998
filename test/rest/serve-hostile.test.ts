/** Clients that want to crash, fill or read what is not theirs, over real sockets against a real process. */
import { connect, type Socket } from "node:net";

import { beforeAll, describe, expect, test } from "vitest";

import type { PageHome } from "../../src/page/page-payload.ts";
import { NO_POSTGRES, postgres, createTestSchema } from "../support/fleet/postgres.ts";
import { type Project, project, run } from "../support/processes/cli.ts";
import {
  environmentFor,
  serveAt,
  type ServeProcess,
  workerAt,
} from "../support/team/serve-process.ts";

const START = {
  protocol: "judges",
  question: "A or B?",
  options: ["A", "B"].map((id) => ({ id, label: `Option ${id}` })),
  body: "Crews work in valleys without signal.",
};

let at: Project;
let url: string;
let server: ServeProcess;
let root: string;
let ann: string;
let bob: string;
let debate: string;

async function createToken(person: string, scopes: string): Promise<string> {
  const args = ["tokens", "create", "--person", person, "--scope", scopes];
  return (await run(at, args, { env: environmentFor(url) })).stdout.trim();
}

/** A connection that says what it is told to, and keeps what it hears. */
interface Raw {
  readonly socket: Socket;
  readonly heard: () => string;
  readonly closed: Promise<void>;
  until(words: string | RegExp): Promise<string>;
}

function raw(words: string | Uint8Array = "", from = "127.0.0.1"): Raw {
  const socket = connect({ port: server.port, host: "127.0.0.1", localAddress: from });
  let heard = "";
  const waiting = new Set<() => void>();
  const over = Promise.withResolvers<void>();
  let isOver = false;
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    // a flood is not kept
    heard = (heard + chunk).slice(-100_000);
    for (const check of waiting) check();
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    isOver = true;
    over.resolve();
    for (const check of waiting) check();
  });
  if (words !== "") socket.write(words);
  return {
    socket,
    heard: () => heard,
    closed: over.promise,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = typeof wanted === "string" ? heard.includes(wanted) : wanted.test(heard);
          if (!found && !isOver) return;
          waiting.delete(check);
          if (found) resolve(heard);
          else reject(new Error(`It closed after: ${heard.slice(0, 500)}`));
        };
        waiting.add(check);
        check();
      }),
  };
}

function head(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const all = { host: `127.0.0.1:${server.port}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

const asAnn = (): Record<string, string> => ({ authorization: `Bearer ${ann}` });
// a busy machine is no failure
const SOON = { timeout: 20_000 };
const JSON_TYPE = { "content-type": "application/json" };

async function figure(name: string): Promise<number> {
  const text = await (await server.ask(root, "/metrics")).text();
  return Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1]);
}

const rss = (): Promise<number> => figure("dissent_resident_memory_bytes");

/** Another person, from elsewhere, is served as ever. */
async function expectServing(): Promise<void> {
  const other = raw(
    head("GET", "/api/me", { authorization: `Bearer ${bob}`, connection: "close" }),
    "127.0.0.2",
  );
  const heard = await other.until('"person":"bob"');
  expect(heard).toMatch(/^HTTP\/1\.1 200/);
  expect(heard).not.toContain("ann");
  other.socket.destroy();
}

describe.skipIf(NO_POSTGRES !== undefined)("a hostile client", () => {
  beforeAll(async () => {
    at = project();
    url = createTestSchema(await postgres());
    server = await serveAt(at, url);
    root = server.first ?? "";
    [ann, bob] = await Promise.all([
      createToken("ann", "read,run,decide"),
      createToken("bob", "read"),
    ]);
    const worker = await workerAt(at, url);
    debate = (await server.post<{ id: string }>(ann, "/api/debates", START)).id;
    const stream = await server.events(ann, debate);
    await stream.until(({ data }) => JSON.stringify(data).includes("debate-settled"));
    stream.leave();
    worker.kill("SIGTERM");
    await worker.ended;
  });

  test("sends more than a megabyte, with its length said", async () => {
    const large = { ...asAnn(), ...JSON_TYPE, "content-length": String(10 ** 12) };
    const one = raw(head("POST", "/api/plans", large));
    expect(await one.until("too-large")).toMatch(/^HTTP\/1\.1 413/);
    one.socket.write("x".repeat(100_000));
    await one.closed;
    await expectServing();
  });

  test("floods in chunks without end: it is cut off, and memory stays where it was", async () => {
    const before = await rss();
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const headers = { ...asAnn(), ...JSON_TYPE, "transfer-encoding": "chunked" };
    const floods = Array.from({ length: 10 }, () => raw(head("POST", "/api/plans", headers)));
    const pour = async ({ socket, closed }: Raw): Promise<void> => {
      // two hundred megabytes, unless it is stopped
      for (let count = 0; count < 3_200 && !socket.destroyed; count++) {
        if (socket.write(chunk)) continue;
        await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
      }
      await closed;
    };
    await Promise.all(floods.map(pour));
    await expectServing();
    expect((await rss()) - before).toBeLessThan(150 * 1024 * 1024);
  });

  test("floods without a token, or without the scope: nothing of it is read", async () => {
    const headers = { ...JSON_TYPE, "transfer-encoding": "chunked" };
    const stranger = raw(`${head("POST", "/api/plans", headers)}5\r\nhello\r\n`);
    expect(await stranger.until("no-token")).toMatch(/^HTTP\/1\.1 401/);
    const scoped = { ...headers, authorization: `Bearer ${bob}` };
    const reader = raw(`${head("POST", "/api/debates", scoped)}5\r\nhello\r\n`);
    expect(await reader.until("no-scope")).toMatch(/^HTTP\/1\.1 403/);
    await Promise.all([stranger.closed, reader.closed]);
  });

  test("says its head so slowly that it never ends: it is let go, and others are served", async () => {
    const all = [
      ...Array.from({ length: 150 }, () => raw("GET / HTTP/1.1\r\nX-")),
      ...Array.from({ length: 50 }, () => raw("G")),
    ];
    const drip = setInterval(() => {
      for (const { socket } of all) if (socket.writable) socket.write("a");
    }, 500);
    await expectServing();
    await Promise.all(all.map(({ closed }) => closed));
    clearInterval(drip);
    await expectServing();
  });

  test("opens five hundred connections: most are dropped, and others are served", async () => {
    const all = Array.from({ length: 500 }, () => raw("GET"));
    await expect
      .poll(() => all.filter(({ socket }) => socket.destroyed || socket.closed).length, SOON)
      .toBeGreaterThanOrEqual(200);
    await expectServing();
    for (const { socket } of all) socket.destroy();
    await Promise.all(all.map(({ closed }) => closed));
    await expect.poll(async () => (await server.ask(root, "/api/me")).status, SOON).toBe(200);
  });

  test("sends what is no HTTP, or HTTP that could mean two things", async () => {
    const host = `Host: 127.0.0.1:${server.port}\r\n`;
    const auth = `Authorization: Bearer ${ann}\r\n`;
    const odd = [
      "\u0000\u0001\u0002\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n",
      `GET /\u0000 HTTP/1.1\r\n${host}\r\n`,
      `POST /api/plans HTTP/1.1\r\n${host}${auth}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `POST /api/plans HTTP/1.1\r\n${host}${auth}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`,
      `POST /api/plans HTTP/1.1\r\n${host}${auth}Content-Length: -1\r\n\r\n`,
      `POST /api/plans HTTP/1.1\r\n${host}${auth}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n`,
      `GET / HTTP/1.1\r\n${host}X: ${"a".repeat(100_000)}\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}${Array.from({ length: 5_000 }, (_, at) => `X${at}: 1\r\n`).join("")}\r\n`,
      `GET /${"a".repeat(100_000)} HTTP/1.1\r\n${host}\r\n`,
      `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ];
    for (const words of odd) {
      const one = raw(words);
      await one.closed;
      expect(one.heard(), words.slice(0, 60)).toMatch(/^$|^HTTP\/1\.1 4\d\d/);
    }
    await expectServing();
  });

  test("puts requests of several people on one connection: each gets its own answer", async () => {
    const words = [
      head("GET", "/api/me", asAnn()),
      head("GET", "/api/me", { authorization: `Bearer ${bob}` }),
      head("GET", "/api/me"),
      head("GET", "/api/tokens", asAnn()),
      head("GET", "/api/me", { ...asAnn(), connection: "close" }),
    ];
    const one = raw(words.join(""));
    await one.closed;
    const answers = one.heard().split("HTTP/1.1 ").slice(1);

    expect(answers.map((answer) => Number(answer.slice(0, 3)))).toEqual([200, 200, 401, 403, 200]);
    expect(answers.map((answer) => /"person":"(\w+)"/.exec(answer)?.[1])).toEqual([
      "ann",
      "bob",
      undefined,
      undefined,
      "ann",
    ]);
  });

  test("sends bad JSON, deep JSON and JSON of other shapes", async () => {
    const deep = "[".repeat(500_000);
    const bodies = [
      "",
      "{",
      "\u0000",
      "null",
      deep,
      `${deep}${"]".repeat(500_000)}`,
      `{"protocol":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
      '{"__proto__":{"protocol":"judges"}}',
      JSON.stringify({ ...START, constructor: 1 }),
      JSON.stringify({ ...START, protocol: "../merge" }),
      JSON.stringify({ ...START, seats: { __proto__: "offline", risk: 1 } }),
      JSON.stringify({ ...START, budgetUsd: -1 }),
      JSON.stringify({ ...START, options: Array.from({ length: 9_999 }, () => ({})) }),
      `{"protocol":1e400,"question":"\ud800"}`,
    ];
    for (const path of ["/api/plans", "/api/debates", `/api/debates/${debate}/decision`]) {
      for (const body of bodies) {
        const request = { method: "POST", headers: JSON_TYPE, body };
        const response = await server.ask(ann, path, request);
        expect(response.status, `${path} ${body.slice(0, 40)}`).toBe(400);
        expect(await response.json()).toMatchObject({ error: { code: "bad-request" } });
      }
    }
    expect((await server.get<PageHome>(bob, "/api/home")).debates).toHaveLength(1);
  });

  test("asks for paths that are none", async () => {
    const paths = [
      "/../../../../etc/passwd",
      "/..%2f..%2f..%2fetc%2fpasswd",
      "/api/debates/..%2f..%2fetc%2fpasswd",
      "/api/debates/%2e%2e%2f",
      `/api/debates/${debate}%00`,
      `/api/debates/${debate}%00/report?format=html`,
      `/api/debates/${"a".repeat(8_000)}`,
      `/api/debates/${"a-".repeat(4_000)}a/events`,
      `/api/debates/${debate.toUpperCase()}`,
      "/api/debates/%ff%fe",
      "/api/debates/%",
      "/api/debates/*",
      "/api/debates/' OR 1=1--",
      `/api/debates/${debate}/report?format=../../etc/passwd`,
      `/api/debates/${debate}/prompts?key=%00`,
      `/api/debates/${debate}/form?seat=__proto__`,
      "/api/acts",
      "//evil.example/api/me",
      "/.env",
      "/.dissent/postgres/address",
    ];
    for (const path of paths) {
      const one = raw(head("GET", encodeURI(decode(path)), { ...asAnn(), connection: "close" }));
      await one.closed;
      expect(one.heard(), path).toMatch(/^HTTP\/1\.1 4\d\d/);
      expect(one.heard(), path).not.toContain("root:");
    }
    const odd = await server.ask(ann, "/api/debates?search=%00%27&limit=-1&status=%00");
    expect(odd.status).toBe(200);
    expect((await server.ask(root, "/api/acts?debate=%00&limit=9e9")).status).toBe(404);
    expect((await server.ask(root, "/api/acts?person=%00%27&before=-1")).status).toBe(200);
    const page = await server.ask(ann, "/debates/%00..%2f", { headers: { accept: "text/html" } });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain("%00");
  });

  test("forges events and what it has seen", async () => {
    for (const seen of ["999999999", "-5", "1e3", "9".repeat(4_000), "'; DROP TABLE events"]) {
      const stream = await server.events(ann, debate, { "last-event-id": seen });
      if (seen !== "999999999") await stream.until(({ id }) => id === "0");
      stream.leave();
    }
    const reply = { seat: "risk", reply: { type: "debate-settled", outcome: {} } };
    for (const [path, body] of [
      [`/api/debates/${debate}/answer`, reply],
      [`/api/debates/${debate}/events`, { type: "debate-settled" }],
      [`/api/debates/${debate}/decision`, { choice: "Z", reason: "why" }],
      [`/api/debates/${debate}/decision`, { choice: "A", reason: "why", by: "bob" }],
      [`/api/debates/${debate}/fork`, { at: "nowhere" }],
      [`/api/debates/${debate}/revert`, { changes: [1] }],
    ] as const) {
      const response = await server.ask(ann, path, {
        method: "POST",
        headers: JSON_TYPE,
        body: JSON.stringify(body),
      });
      expect(response.status, path).toBeGreaterThanOrEqual(400);
      expect(response.status, path).toBeLessThan(500);
    }
    const { lines } = await server.get<{ lines: string[] }>(bob, `/api/debates/${debate}`);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ fact: { type: "debate-settled" } });
  });

  test("opens streams and reads none of them: they are given up, and memory stays where it was", async () => {
    const before = await rss();
    const all = Array.from({ length: 40 }, () =>
      raw(head("GET", `/api/debates/${debate}/events`, asAnn())),
    );
    for (const { socket } of all) socket.pause();
    await expect.poll(() => figure("dissent_streams"), SOON).toBe(16);
    for (const { socket } of all) socket.destroy();
    await expect.poll(() => figure("dissent_streams"), SOON).toBe(0);
    expect((await rss()) - before).toBeLessThan(100 * 1024 * 1024);
  });

  test("asks for large answers and reads none of them: memory stays where it was", async () => {
    const variants = ["a", "b"].map((name) => ({
      name: `${name}.md`,
      text: `# ${name}\n\n${"Words that go on and on. ".repeat(18_000)}`,
    }));
    const { id } = await server.post<{ id: string }>(ann, "/api/debates", {
      ...START,
      protocol: "merge",
      options: [],
      variants,
    });
    const before = await rss();
    const all = Array.from({ length: 200 }, () => raw(head("GET", `/api/debates/${id}`, asAnn())));
    for (const { socket } of all) socket.once("data", () => socket.pause());
    await Promise.all(all.map((one) => one.until(/HTTP/)));
    await expectServing();
    const more = (await rss()) - before;
    for (const { socket } of all) socket.destroy();
    await Promise.all(all.map(({ closed }) => closed));
    // the system takes some of them off the server's hands, most of them where the server is slow
    const refused = all.filter((one) => one.heard().startsWith("HTTP/1.1 429")).length;
    expect(refused).toBeGreaterThan(0);
    expect(more).toBeLessThan(150 * 1024 * 1024);
  });

  test("guesses tokens: it waits, and whoever has one is served", async () => {
    const guess = `dissent_${ann.slice(8, 16)}_${"A".repeat(43)}`;
    const statuses: number[] = [];
    for (let count = 0; count < 40; count++) {
      statuses.push((await server.ask(guess, "/api/me")).status);
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    expect(statuses.slice(-15)).toEqual(Array(15).fill(429));
    // what Ann asked for in the tests before may still count against her for a moment
    await expect.poll(async () => (await server.ask(ann, "/api/me")).status, SOON).toBe(200);
  });

  test("asks as fast as it can: it waits, and others are served", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const statuses: number[] = [];
        for (let count = 0; count < 8; count++) {
          statuses.push((await server.ask(bob, "/api/me")).status);
        }
        return statuses;
      }),
    );
    const refused = answers.flat().filter((status) => status === 429).length;
    expect(refused).toBeGreaterThan(100);
    expect((await server.ask(ann, "/api/me")).status).toBe(200);
  });

  test("and after all of that the server is the same, and has said nothing of a defect", async () => {
    expect((await server.ask(null, "/readyz")).status).toBe(200);
    expect(await server.end()).toBe(0);
    const { stderr } = await server.process.ended;
    expect(stderr).not.toContain("defect");
    for (const token of [root, ann, bob]) expect(stderr).not.toContain(token);
  });
});

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
