/** MCP over HTTP: for this machine, for whoever has the token, for nobody else. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";

import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, test } from "vitest";

import { clientFor, type Era, createTestHost, mcpPlace } from "../../test/support/processes/mcp.ts";
import { type McpHttpListener, listenMcpHttp } from "./http.ts";
import { isValidBearer, loadMcpToken, resolveTokenPath } from "./mcp-token.ts";

const token = { value: "0123456789abcdef0123456789abcdef", from: "a test" };
const open: McpHttpListener[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function listening(): Promise<McpHttpListener> {
  const { station: mcpContext, logged } = mcpPlace();
  const log = (line: string): void => void logged.push(line);
  const one = await listenMcpHttp({ mcp: mcpContext, log, port: 0, token });
  open.push(one);
  return one;
}

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });

function put(address: string, headers: Record<string, string>): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const asking = request(
    address,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
    },
    (response) => {
      response.resume();
      resolve(response.statusCode);
    },
  );
  asking.on("error", reject);
  asking.end(LIST);
  return promise;
}

const bearer = { authorization: `Bearer ${token.value}` };

test("MH2 nothing is answered without the token", async () => {
  const { address } = await listening();

  expect(await put(address, {})).toBe(401);
  expect(await put(address, { authorization: "Bearer wrong" })).toBe(401);
  expect(await put(address, { authorization: `Basic ${token.value}` })).toBe(401);
  expect(await put(`${address}/elsewhere`, {})).toBe(401);
  expect(await put(`${address}/elsewhere`, bearer)).toBe(404);
  expect(await put(address, bearer)).toBe(200);
});

test("MH1 it answers under this machine's names, to pages of this machine", async () => {
  const { address } = await listening();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);

  expect(await put(address, { ...bearer, host: "evil.example" })).toBe(403);
  expect(await put(address, { ...bearer, host: "127.0.0.1.evil.example" })).toBe(403);
  expect(await put(address, { ...bearer, origin: "https://evil.example" })).toBe(403);
  expect(await put(address, { ...bearer, origin: "null" })).toBe(403);
  expect(await put(address, { ...bearer, host: "localhost", origin: "http://localhost:1" })).toBe(
    200,
  );
});

describe.each<Era>(["legacy", "modern"])("a %s client over HTTP", (era) => {
  test("starts a debate and sees it end; each request has a server of its own", async () => {
    const { address } = await listening();
    const client = clientFor({ era });
    const transport = new StreamableHTTPClientTransport(new URL(address), {
      requestInit: { headers: bearer },
    });
    await client.connect(transport);
    const { call } = createTestHost(client);

    const { debate } = await call("start_debate", {
      question: "Queue or cron?",
      options: ["A: queue", "B: cron"],
      context: "Cron is there. It has no retries. A failed night is noticed by customers.",
    });
    expect(await call("check_debate", { debate })).toMatchObject({ status: "settled" });
    expect(await call("decide", { debate })).toMatchObject({ decided: false });
    await client.close();
  });
});

test("over HTTP a modern client's user decides in a form", async () => {
  const { address } = await listening();
  const client = clientFor({
    era: "modern",
    user: () => ({ action: "accept", content: { choice: "A", reason: "retries" } }),
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers: bearer } }),
  );
  const { call } = createTestHost(client);
  const { debate } = await call("start_debate", {
    question: "Queue or cron?",
    options: ["A: queue", "B: cron"],
    context: "Cron is there. It has no retries. A failed night is noticed by customers.",
  });
  await call("check_debate", { debate });

  expect(await call("decide", { debate })).toMatchObject({ decided: true, decided_by: "human" });
  await client.close();
});

describe("the token", () => {
  test("is made once, for this person alone, and found again", async () => {
    const { desk: appContext } = mcpPlace();
    const first = await loadMcpToken(appContext);

    expect(first.value).toMatch(/^[0-9a-f]{64}$/);
    expect(first.from).toBe(resolveTokenPath(appContext));
    expect(readFileSync(first.from, "utf8").trim()).toBe(first.value);
    expect(statSync(first.from).mode & 0o777).toBe(0o600);
    expect(await loadMcpToken(appContext)).toEqual(first);
  });

  test("of servers that start at once is one and the same", async () => {
    const { desk: appContext } = mcpPlace();
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => loadMcpToken(appContext)));

    for (const other of others) expect(other).toEqual(first);
    expect(readdirSync(dirname(resolveTokenPath(appContext)))).toEqual(["mcp-token"]);
  });

  test("that cannot be kept is said, with the way around it", async () => {
    const { desk: appContext } = mcpPlace({ nowhere: "a file" });
    const homeDir = join(appContext.root, "nowhere");

    await expect(loadMcpToken({ ...appContext, homeDir, env: {} })).rejects.toMatchObject({
      code: "file-unreadable",
      hint: expect.stringContaining("DISSENT_MCP_TOKEN"),
    });
  });

  test("of the environment goes before, and must be long", async () => {
    const { desk: appContext } = mcpPlace();
    const env = { DISSENT_MCP_TOKEN: token.value };

    expect(await loadMcpToken({ ...appContext, env })).toEqual({
      ...token,
      from: "DISSENT_MCP_TOKEN",
    });
    await expect(
      loadMcpToken({ ...appContext, env: { DISSENT_MCP_TOKEN: "short" } }),
    ).rejects.toThrow("holds no token");
  });

  test("that others can read is refused", async () => {
    const { desk: appContext } = mcpPlace();
    const path = resolveTokenPath(appContext);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, token.value);
    chmodSync(path, 0o644);

    await expect(loadMcpToken(appContext)).rejects.toThrow("Others on this machine can read");
  });

  test("is compared whole", () => {
    expect(isValidBearer(`Bearer ${token.value}`, token)).toBe(true);
    expect(isValidBearer(`bearer  ${token.value}`, token)).toBe(true);
    for (const wrong of [
      null,
      "",
      "Bearer",
      token.value,
      `Bearer ${token.value}0`,
      "Bearer \u00e9",
    ])
      expect(isValidBearer(wrong, token)).toBe(false);
  });
});
