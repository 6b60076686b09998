/** The loopback in this process: a vendor's server on 127.0.0.1 that does as it is told and records what it is asked. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";

import type { Json } from "../../domain/json.ts";
import { controlled } from "./control.ts";
import type { Asked, Dialect } from "./dialect.ts";
import { anthropic } from "./dialects/anthropic.ts";
import { chat } from "./dialects/chat.ts";
import { gemini } from "./dialects/gemini.ts";
import { responses } from "./dialects/responses.ts";
import type { Loopback, Recorded } from "./loopback.ts";
import { type Memory, played } from "./play.ts";
import { fields } from "./reading.ts";
import type { Script } from "./script.ts";
import { send } from "./send.ts";
import { tokenCount, wares } from "./wares.ts";

type Entry = { -readonly [Name in keyof Recorded]: Recorded[Name] };

/** Everything a running loopback holds. */
interface House {
  script: Script;
  memory: Memory;
  readonly entries: Entry[];
  readonly sockets: Set<Socket>;
}

const freshMemory = (): Memory => ({ failed: [], given: new Map() });

export async function startLoopback(script: Script = {}): Promise<Loopback> {
  const house: House = { script, memory: freshMemory(), entries: [], sockets: new Set() };
  const server = createServer((request, response) => {
    void received(house, request, response).catch(() => response.destroy());
  });
  // a question that hangs may hang for as long as the test likes
  server.requestTimeout = 0;
  server.on("connection", (socket) => {
    house.sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => house.sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async play(next) {
      house.script = next;
      house.memory = freshMemory();
    },
    requests: async () => house.entries.map((entry) => ({ ...entry })),
    async forget() {
      house.entries.length = 0;
    },
    openSockets: async () => house.sockets.size,
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}

async function received(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  const path = request.url ?? "/";
  if (path.startsWith("/loopback/")) {
    controlled({ method: request.method ?? "GET", path, body }, response, {
      ...house,
      sockets: house.sockets.size - 1,
      play(script) {
        house.script = script;
        house.memory = freshMemory();
      },
    });
    return;
  }
  const entry = recorded(request, body);
  house.entries.push(entry);
  if (house.entries.length > MOST_ENTRIES) house.entries.shift();
  response.on("finish", () => {
    entry.ended = "answered";
  });
  response.on("close", () => {
    if (entry.ended === "waiting") entry.ended = "given-up";
  });
  await answered(house, entry, response);
}

const MOST_ENTRIES = 10_000;

async function answered(house: House, entry: Entry, response: ServerResponse): Promise<void> {
  const { path, headers } = entry;
  const dialect = dialectOf(path);
  if (dialect === undefined || entry.method !== "POST") {
    const found = wares(path, house.script);
    response
      .writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" })
      .end(JSON.stringify(found ?? { error: { message: `Nothing is at ${path}.` } }));
    return;
  }
  const asked = dialect.read({ path, headers, body: fields(entry.body) });
  noted(entry, asked);
  const count = tokenCount(path, asked);
  if (count !== undefined) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(count));
    return;
  }
  const play = played({ script: house.script, asked, memory: house.memory }, path);
  await send(play, { dialect, asked, response });
}

function dialectOf(path: string): Dialect | undefined {
  const { pathname } = new URL(path, "http://any");
  if (/\/messages(?:\/count_tokens)?$/.test(pathname)) return anthropic;
  if (pathname.endsWith("/responses")) return responses;
  if (pathname.endsWith("/chat/completions")) return chat;
  return /\/models\/[^/]+:\w+$/.test(pathname) ? gemini : undefined;
}

function recorded({ method = "GET", url = "/", headers }: IncomingMessage, body: string): Entry {
  return {
    atMs: Date.now(),
    method,
    path: url,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]),
    ),
    body: parsed(body),
    bytes: Buffer.byteLength(body),
    model: "",
    prompt: "",
    tools: [],
    toolResults: 0,
    ended: "waiting",
  };
}

function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    // kept as it came: what a client really sent is what a test wants to see
    return body;
  }
}

function noted(entry: Entry, { model, prompt, tools, toolResults }: Asked): void {
  entry.model = model;
  entry.prompt = prompt;
  entry.tools = tools;
  entry.toolResults = toolResults;
}
