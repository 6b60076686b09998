/** A page server on a real socket over a project of its own, and a client that can send anything. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { onTestFinished } from "vitest";

import { type AppContext, openProjectApp } from "../../../src/app/app-context.ts";
import type { Dissent } from "../../../src/dissent.ts";
import type { PageBundle } from "../../../src/page/page-bundle.ts";
import {
  type PageServerContext,
  createProjectContext,
} from "../../../src/server/page-server-context.ts";
import { type PageServer, createPageServer } from "../../../src/server/page-server.ts";

export const TOKEN = "5e".repeat(32);
export const BUNDLE: PageBundle = { script: "document.title;", style: "body { margin: 0 }" };

export interface Served {
  readonly server: PageServer;
  readonly place: PageServerContext;
  readonly app: Dissent;
  readonly desk: AppContext;
  /** What nobody threw on purpose. */
  readonly defects: readonly unknown[];
  /** Asks as the page itself would, unless headers say otherwise. */
  readonly ask: (path: string, asking?: Asking) => Promise<Answer>;
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: (path: string, body: unknown) => Promise<Answer>;
}

export interface Asking {
  readonly method?: string;
  /** Undefined leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export function deskIn(base: string): AppContext {
  const [root, homeDir] = [join(base, "project"), join(base, "home")];
  for (const path of [root, homeDir]) mkdirSync(path, { recursive: true });
  const common = { env: {}, homeDir, configPath: null, person: "Mara", stdin: async () => "" };
  return { cwd: root, root, ...common };
}

export interface ServedSetting {
  readonly app?: (own: Dissent) => Dissent;
  readonly env?: AppContext["env"];
}

export async function served({
  app: around = (own) => own,
  env = {},
}: ServedSetting = {}): Promise<Served> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "dissent-page-")));
  const desk = { ...deskIn(base), env: { DISSENT_OFFLINE: "1", ...env } };
  const app = around(openProjectApp(desk));
  const defects: unknown[] = [];
  const onDefect = (error: unknown): void => void defects.push(error);
  const serverContext = createProjectContext(desk, app, {
    onTrouble: (_, error) => onDefect(error),
  });
  const server = await createPageServer({
    server: serverContext,
    loadBundle: async () => BUNDLE,
    token: TOKEN,
    port: 0,
    onDefect,
  });
  onTestFinished(async () => {
    await server.close();
    await app.close();
    rmSync(base, { recursive: true, force: true });
  });
  const ask = (path: string, asking: Asking = {}): Promise<Answer> =>
    asked(server.port, path, asking);
  return {
    server,
    place: serverContext,
    app,
    desk,
    defects,
    ask,
    async get<T>(path: string) {
      return JSON.parse((await ask(path)).body) as T;
    },
    post: (path, body) => ask(path, { method: "POST", body: JSON.stringify(body) }),
  };
}

export async function asked(port: number, path: string, asking: Asking = {}): Promise<Answer> {
  const { method = "GET" } = asking;
  const own = {
    host: `127.0.0.1:${port}`,
    cookie: `dissent-${port}=${TOKEN}`,
    ...(method !== "GET" && {
      origin: `http://127.0.0.1:${port}`,
      "content-type": "application/json",
    }),
  };
  return requestOnPort(port, path, { ...asking, headers: { ...own, ...asking.headers } });
}

/** Exactly these headers; undefined leaves one out. */
export async function requestOnPort(
  port: number,
  path: string,
  asking: Asking = {},
): Promise<Answer> {
  const { method = "GET", body } = asking;
  const headers = Object.fromEntries(
    Object.entries(asking.headers ?? {}).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false });
    sent.on("error", reject);
    sent.on("response", (response) => {
      text(response).then((whole) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: whole });
      }, reject);
    });
    sent.end(body);
  });
}

export const START = {
  protocol: "judges",
  question: "Should field-app v2 ship with offline sync?",
  options: [
    { id: "A", label: "Online only", description: "Keep the app online, with a retry queue." },
    { id: "B", label: "Full sync", description: "Everything works offline and merges later." },
    { id: "C", label: "Read and drafts", description: "Reading and drafts work offline." },
  ],
  body:
    "Crews work in valleys without signal. Forty percent of revenue comes from no-signal areas. " +
    "Sync bugs surface only after weeks of real use. Two engineers have one quarter for all of it.",
};

/** Starts a debate of the built-in readers on the page and lets it end. */
export async function heldDebate({ post, place: serverContext }: Served): Promise<string> {
  const { id } = JSON.parse((await post("/api/debates", START)).body) as { id: string };
  await serverContext.runner.waitUntilFree(id);
  return id;
}
