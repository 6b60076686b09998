/** A host for tests: a real client of either era, joined to the server in this process or over real pipes. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { type CallToolResult, Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterAll } from "vitest";

import { type AppContext, openProjectApp } from "../../../src/app/app-context.ts";
import { type Clock, systemClock } from "../../../src/clock.ts";
import type { Dissent } from "../../../src/dissent.ts";
import { type McpContext, createMcpRunner } from "../../../src/mcp/mcp-context.ts";
import { createQuestionSeal } from "../../../src/mcp/question-seal.ts";
import { createMcpServer } from "../../../src/mcp/server.ts";

/** `legacy` begins with a handshake, `modern` is revision 2026-07-28. */
export type Era = "legacy" | "modern";

export interface Form {
  readonly message: string;
  readonly requestedSchema: { readonly properties: Readonly<Record<string, unknown>> };
}

export type FormAnswer =
  | { action: "accept"; content: Record<string, string | boolean> }
  | { action: "decline" | "cancel" };

export interface HostSetting {
  readonly era?: Era;
  /** What the user does with a form; without it the host has none to show. */
  readonly user?: (form: Form) => FormAnswer;
  readonly name?: string;
  /** The host hands input requests to whoever calls, in place of its user. */
  readonly byHand?: boolean;
}

export interface Told {
  readonly debate: string;
  readonly status: string;
  readonly next: string;
  readonly waits_for?: Readonly<Record<string, unknown>>;
  readonly outcome?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export interface TestHost {
  readonly client: Client;
  /** What a tool returned as data; a refusal throws with its words. */
  readonly call: (name: string, input: Readonly<Record<string, unknown>>) => Promise<Told>;
  /** The words of a refusal. */
  readonly refused: (name: string, input: Readonly<Record<string, unknown>>) => Promise<string>;
}

export function clientFor({
  era = "legacy",
  user,
  name = "test-host",
  byHand,
}: HostSetting): Client {
  const client = new Client(
    { name, version: "1.0" },
    {
      capabilities: user || byHand ? { elicitation: {} } : {},
      ...(era === "modern" && { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
      ...(byHand === true && { inputRequired: { autoFulfill: false } }),
    },
  );
  if (user) {
    client.setRequestHandler("elicitation/create", async ({ params }) => user(params as Form));
  }
  return client;
}

export function createTestHost(client: Client): TestHost {
  const put = (name: string, input: Readonly<Record<string, unknown>>): Promise<CallToolResult> =>
    client.callTool({ name, arguments: { ...input } });
  return {
    client,
    async call(name, input) {
      const result = await put(name, input);
      if (result.isError) throw new Error(readToolText(result));
      return result.structuredContent as Told;
    },
    async refused(name, input) {
      const result = await put(name, input);
      if (!result.isError) throw new Error(`${name} was not refused: ${readToolText(result)}`);
      return readToolText(result);
    },
  };
}

function readToolText({ content }: CallToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

export interface McpPlace {
  readonly desk: AppContext;
  readonly station: McpContext;
  /** What would be on standard error. */
  readonly logged: string[];
  write(path: string, text: string): void;
  host(setting?: HostSetting): Promise<TestHost>;
  /** The project's debates, for as long as they are looked at. */
  readonly look: <Result>(use: (app: Dissent) => Promise<Result>) => Promise<Result>;
}

const bases: string[] = [];
const closing: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const close of closing.splice(0)) await close();
  for (const base of bases.splice(0)) rmSync(base, { recursive: true, force: true });
});

/** A project of its own with a server in this process. */
export function mcpPlace(
  files: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
  env: AppContext["env"] = { DISSENT_OFFLINE: "1" },
): McpPlace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "dissent-mcp-")));
  bases.push(base);
  const root = join(base, "project");
  mkdirSync(root);
  const context: AppContext = {
    cwd: root,
    root,
    env,
    homeDir: join(base, "home"),
    configPath: null,
    person: "Mara",
    stdin: async () => "",
  };
  const logged: string[] = [];
  const log = (line: string): void => void logged.push(line);
  const keeping = createMcpRunner(context, log);
  const mcpContext: McpContext = {
    context,
    runner: keeping,
    seal: createQuestionSeal(),
    clock,
    version: "0.0.0",
    redact: (text) => text,
    formatPageUrl: () => null,
  };
  // the second call drops what is in flight
  closing.push(async () => void (await Promise.all([keeping.close(), keeping.close()])));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    desk: context,
    station: mcpContext,
    logged,
    write,
    async host(setting = {}) {
      const [mine, theirs] = InMemoryTransport.createLinkedPair();
      const serving = serveStdio(() => createMcpServer({ mcp: mcpContext, log }), {
        transport: theirs,
      });
      const client = clientFor(setting);
      await client.connect(mine);
      closing.unshift(async () => {
        await client.close();
        await serving.close();
      });
      return createTestHost(client);
    },
    async look(use) {
      const app = openProjectApp(context);
      try {
        return await use(app);
      } finally {
        await app.close();
      }
    },
  };
}
