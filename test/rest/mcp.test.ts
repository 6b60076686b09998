/** `dissent mcp` as hosts meet it: real processes, real pipes, a real client, and hosts that die. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { type Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, describe, expect, test, vi } from "vitest";

import {
  BIN,
  debates,
  followed,
  leftovers,
  type Project,
  project,
  run,
  scriptedProject,
  start,
} from "../support/processes/cli.ts";
import {
  clientFor,
  type Era,
  type HostSetting,
  createTestHost,
  type TestHost,
} from "../support/processes/mcp.ts";
import { BODY, recommends, rounds, votes } from "../support/protocols/judges.ts";

const open: Client[] = [];
afterAll(async () => {
  for (const client of open) await client.close();
});

interface Connected extends TestHost {
  readonly pid: number;
}

function environment({ home }: Project): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: home, USER: "tester", DISSENT_OFFLINE: "1" };
}

async function connected(
  at: Project,
  setting: HostSetting = {},
  flags: readonly string[] = [],
): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, "mcp", ...flags],
    cwd: at.dir,
    env: environment(at),
    stderr: "ignore",
  });
  const client = clientFor(setting);
  await client.connect(transport);
  open.push(client);
  return { ...createTestHost(client), pid: transport.pid ?? -1 };
}

/** Waits for what must come true soon; a busy machine is given time. */
async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(check, { timeout: 60_000 });
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // a zombie is dead, and is its parent's to bury
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

const START = {
  question: "Should field-app v2 ship with offline sync?",
  options: ["A: Online only", "B: Full sync", "C: Read and drafts"],
  context: BODY,
};

const ANSWERS = rounds(votes("A", "A", "A"));
const HANGING = { ...ANSWERS, "openings/risk": { hang: true as const } };

const readDebateStatus = async (at: Project): Promise<string | undefined> =>
  (await debates(at))[0]?.status;

test("connecting and listing leaves a project as it was, and a host that leaves takes the process with it", async () => {
  const at = project();
  const before = at.listing();
  const { client, pid } = await connected(at);
  await client.listTools();
  await client.listResources();
  await client.listPrompts();

  expect(isAlive(pid)).toBe(true);
  await client.close();
  await eventually(() => !isAlive(pid));
  expect(at.listing()).toEqual(before);
});

describe.each<Era>(["legacy", "modern"])("a %s host over pipes", (era) => {
  test("starts, checks, decides by its user's form; the record is the command line's, byte for byte", async () => {
    const at = project();
    const user: HostSetting["user"] = () => ({
      action: "accept",
      content: { choice: "C", reason: "pilot first" },
    });
    const { call, client } = await connected(at, { era, user });
    const { debate } = await call("start_debate", START);
    expect(await call("check_debate", { debate })).toMatchObject({ status: "settled" });
    expect(await call("decide", { debate })).toMatchObject({ decided_by: "human" });

    const shown = async (file: string): Promise<string> => {
      const { contents } = await client.readResource({
        uri: `dissent://debates/${debate}/${file}`,
      });
      const [first] = contents;
      return first && "text" in first ? first.text : "";
    };
    for (const [file, format] of [
      ["record.md", "md"],
      ["adr.md", "adr"],
      ["journal.jsonl", "jsonl"],
    ] as const) {
      const { stdout } = await run(at, ["report", debate, "-f", format]);
      expect(await shown(file), file).toBe(stdout);
    }
    expect(await run(at, ["verify", debate])).toMatchObject({ code: 0 });
    expect(at.read(`.dissent/debates/${debate}/debate-${readStem(debate)}.md`)).toContain(
      "pilot first",
    );
  });

  test("holds a seat itself", async () => {
    const at = scriptedProject(ANSWERS);
    const { call } = await connected(at, { era, name: "seated" });
    const { debate } = await call("start_debate", { ...START, seats: ["risk=host"] });
    const asked = await call("check_debate", { debate });
    expect(asked.waits_for).toMatchObject({ who: "host", seat: "risk", step: "openings/risk" });

    const reply = JSON.stringify(recommends("risk", "A").reply);
    expect(await call("answer_seat", { debate, seat: "risk", reply })).toMatchObject({
      status: "settled",
      outcome: { choice: "A" },
    });
    const { stdout } = await run(at, ["report", debate, "-f", "jsonl"]);
    expect(stdout).toContain('"provider":"host","requested":"host","served":"seated 1.0"');
    expect(await run(at, ["verify", debate])).toMatchObject({ code: 0 });
  });
});

const readStem = (debate: string): string => debate.replace(/-[^-]+$/, "");

test("standard output carries the protocol and nothing else, whatever comes in", async () => {
  const at = project({ "dissent.yaml": "participants: {risk: nobody/knows}\n" });
  const server = start(at, ["mcp"]);
  const { stdin } = server.child;
  const put = (value: unknown): void => void stdin?.write(`${JSON.stringify(value)}\n`);
  const hello = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  };
  put({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello });
  put({ jsonrpc: "2.0", method: "notifications/initialized" });
  stdin?.write("this is no JSON\n");
  stdin?.write('{"jsonrpc":"2.0","id":\n');
  put({
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "start_debate", arguments: START },
  });
  put({ jsonrpc: "2.0", id: 3, method: "no/such" });
  put({ jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "no_such", arguments: {} } });
  await server.said(/"id":4/);
  await server.said(/"id":2/);
  stdin?.end();
  const { code, stdout, stderr } = await server.ended;

  expect(code).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  expect(stdout).toContain("There is no model");
  expect(stderr).toMatch(/^(?:dissent mcp: [^\n]*\n)*$/);
});

test("a message that is too large ends the connection and the process", async () => {
  const at = project();
  const server = start(at, ["mcp"]);
  server.child.stdin?.on("error", () => {});
  server.child.stdin?.write("x".repeat(11 * 1024 * 1024));

  expect(await server.ended).toMatchObject({ code: 0, stdout: "" });
});

test("a cancelled call stops waiting, and the debate goes on", async () => {
  const slow = { slow: { chunks: 4, everyMs: 250, reply: recommends("risk", "A").reply } };
  const at = scriptedProject({ ...ANSWERS, "openings/risk": slow });
  const { call, client } = await connected(at);
  const { debate } = await call("start_debate", START);
  const abort = new AbortController();
  const checking = client.callTool(
    { name: "check_debate", arguments: { debate } },
    { signal: abort.signal },
  );
  abort.abort("the user pressed Escape");

  await expect(checking).rejects.toThrow();
  expect(await call("check_debate", { debate, wait_seconds: 0 })).toMatchObject({
    status: "running",
  });
  expect(await call("check_debate", { debate })).toMatchObject({ status: "settled" });
});

test("a call comes back in time although the debate is not over", async () => {
  const at = scriptedProject(HANGING);
  const { call } = await connected(at);
  const { debate } = await call("start_debate", START);

  const told = await call("check_debate", { debate, wait_seconds: 1 });

  expect(told).toMatchObject({
    status: "running",
    next: "It goes on in the background. Call check_debate.",
  });
});

test("MP1 a host that is killed leaves no process and a debate that can be resumed", async () => {
  const at = scriptedProject(HANGING);
  const program = join(import.meta.dirname, "../programs/mcp-client.ts");
  const host: ChildProcess = spawn(
    process.execPath,
    [program, BIN, at.dir, at.home, JSON.stringify(START)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = (await once(host.stdout ?? host, "data")) as [Buffer];
  const { debate, server } = JSON.parse(String(line)) as { debate: string; server: number };
  expect(isAlive(server)).toBe(true);
  await eventually(async () => (await readDebateStatus(at)) === "running");

  host.kill("SIGKILL");
  await eventually(() => !isAlive(server));

  expect(leftovers(at)).toEqual([]);
  expect(await readDebateStatus(at)).toBe("paused");
  expect(await run(at, ["verify", debate])).toMatchObject({ code: 0 });
  at.write("script.json", JSON.stringify(ANSWERS));
  expect(await run(at, ["resume", debate])).toMatchObject({ code: 0 });
  expect(await readDebateStatus(at)).toBe("settled");
});

describe("a server that is started again", () => {
  test.each(["SIGTERM", "SIGKILL"] as const)(
    "finds its debates after %s; one that was interrupted goes on when it is asked for, and that is said",
    async (signal) => {
      const at = scriptedProject(HANGING);
      const first = await connected(at);
      const { debate } = await first.call("start_debate", START);
      await first.call("check_debate", { debate, wait_seconds: 0 });
      process.kill(first.pid, signal);
      await eventually(() => !isAlive(first.pid));

      at.write("script.json", JSON.stringify(ANSWERS));
      const second = await connected(at);
      // nothing goes on by itself
      const found = (await second.call("find_decisions", {}))["decisions"];
      expect(found).toMatchObject([
        { debate, status: signal === "SIGTERM" ? "paused" : "running" },
      ]);
      expect((await debates(at))[0]).toMatchObject({ held: false });
      const told = await second.call("check_debate", { debate });

      expect(told).toMatchObject({
        status: "settled",
        remarks: ["Its process had ended; it goes on here, and nothing is lost."],
      });
      expect(await run(at, ["verify", debate])).toMatchObject({ code: 0 });
    },
  );

  test("does not continue what a person began at a terminal", async () => {
    const at = scriptedProject(HANGING);
    const running = start(at, ["run", "q.md"]);
    await eventually(
      async () =>
        existsSync(join(at.dir, ".dissent/dissent.db")) && (await debates(at)).length === 1,
    );
    running.kill("SIGKILL");
    await running.ended;
    const [paused] = await debates(at);
    const { call } = await connected(at);

    const told = await call("check_debate", { debate: "last", wait_seconds: 0 });

    expect(told.next).toBe(`It rests. The user can continue it: dissent resume ${paused?.id}`);
    expect((await debates(at))[0]).toMatchObject({ held: false });
  });

  test("does not continue past a limit, which is the user's", async () => {
    const at = scriptedProject(ANSWERS, { "limits.md": "" });
    at.write("dissent.yaml", `${at.read("dissent.yaml")}limits: { calls: 2 }\n`);
    const { call } = await connected(at);
    const { debate } = await call("start_debate", START);
    expect(await call("check_debate", { debate })).toMatchObject({ status: "paused" });

    const told = await call("check_debate", { debate });

    expect(told).toMatchObject({
      status: "paused",
      next: `It rests. The user can continue it: dissent resume ${debate}`,
    });
    expect(told).not.toHaveProperty("remarks");
  });
});

test("a debate that another process holds is followed, not taken", async () => {
  const slow = { slow: { chunks: 4, everyMs: 400, reply: recommends("risk", "A").reply } };
  const at = scriptedProject({ ...ANSWERS, "openings/risk": slow });
  const running = start(at, ["run", "q.md"]);
  await eventually(
    async () => existsSync(join(at.dir, ".dissent/dissent.db")) && (await debates(at)).length === 1,
  );
  const { call } = await connected(at);

  const told = await call("check_debate", { debate: "last" });

  expect(told).toMatchObject({ status: "settled", outcome: { choice: "A" } });
  expect(told).not.toHaveProperty("remarks");
  expect(await running.ended).toMatchObject({ code: 0 });
});

test("over HTTP: an address and where the token is on standard error, a debate, and an end", async () => {
  const at = project();
  const server = followed(
    spawn(process.execPath, [BIN, "mcp", "--http", "--port", "0"], {
      cwd: at.dir,
      env: environment(at),
    }),
  );
  let told = "";
  server.child.stderr?.on("data", (chunk: string) => (told += chunk));
  await server.said("Token: ");
  await eventually(() => /Token: \S+\n/.test(told));
  const address = /Serving MCP on (\S+)/.exec(told)?.[1] ?? "";
  const path = /Token: (\S+)/.exec(told)?.[1] ?? "";
  const token = readFileSync(path, "utf8").trim();
  expect(told).not.toContain(token);
  expect((await fetch(address, { method: "POST" })).status).toBe(401);

  const client = clientFor({ era: "modern" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
  const { call } = createTestHost(client);
  const { debate } = await call("start_debate", START);
  expect(await call("check_debate", { debate })).toMatchObject({ status: "settled" });
  await client.close();
  server.kill("SIGTERM");

  expect(await server.ended).toMatchObject({ code: 0, stdout: "" });
  expect(leftovers(at)).toEqual([]);
});

test("with a page beside it, the agent is told a debate's address and never the token", async () => {
  const at = project();
  const host = await connected(at, {}, ["--page"]);
  const told = await host.call("start_debate", START);

  expect(told["page"]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/debates\/[a-z0-9-]+$/);
  const token = at.read(".dissent/page-token").trim();
  expect(JSON.stringify(told)).not.toContain(token);
  expect((await fetch(String(told["page"]))).status).toBe(401);
  const opened = await fetch(`${String(told["page"])}?token=${token}`, { redirect: "manual" });
  expect(opened.status).toBe(303);
  await host.client.close();
  await eventually(() => !isAlive(host.pid));
});

test("mistakes on the command line are one line on standard error", async () => {
  const at = project();

  expect(await run(at, ["mcp", "--http", "--port", "99999"])).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("--port must be a whole number"),
  });
});
