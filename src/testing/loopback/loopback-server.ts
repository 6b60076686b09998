/** The loopback in this process: a vendor server on 127.0.0.1 that follows its script and records its requests. */
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";

import { type Json, toJsonFields } from "../../domain/json.ts";
import { anthropicDialect } from "./dialects/anthropic.ts";
import { chatDialect } from "./dialects/chat.ts";
import { geminiDialect } from "./dialects/gemini.ts";
import { responsesDialect } from "./dialects/responses.ts";
import type { LoopbackScript } from "./loopback-script.ts";
import type { LoopbackVendor, RecordedRequest } from "./loopback-vendor.ts";
import { type LoopbackMemory, planLoopbackAction } from "./plan-loopback-action.ts";
import { sendLoopbackAction } from "./send-loopback-action.ts";
import type { LoopbackQuestion, VendorDialect } from "./vendor-dialect.ts";

type MutableRecordedRequest = { -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name] };

/** The state of a running loopback. */
interface LoopbackState {
  script: LoopbackScript;
  memory: LoopbackMemory;
  readonly entries: MutableRecordedRequest[];
  readonly sockets: Set<Socket>;
}

const createLoopbackMemory = (): LoopbackMemory => ({ failed: [], given: new Map() });

export async function startLoopbackServer(script: LoopbackScript = {}): Promise<LoopbackVendor> {
  const house: LoopbackState = {
    script,
    memory: createLoopbackMemory(),
    entries: [],
    sockets: new Set(),
  };
  const server = createServer((request, response) => {
    void handleLoopbackRequest(house, request, response).catch(() => response.destroy());
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
      house.memory = createLoopbackMemory();
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

async function handleLoopbackRequest(
  house: LoopbackState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  const path = request.url ?? "/";
  if (path.startsWith("/loopback/")) {
    handleControlRequest({ method: request.method ?? "GET", path, body }, response, {
      ...house,
      sockets: house.sockets.size - 1,
      play(script) {
        house.script = script;
        house.memory = createLoopbackMemory();
      },
    });
    return;
  }
  const entry = createRecordedRequest(request, body);
  house.entries.push(entry);
  if (house.entries.length > MOST_ENTRIES) house.entries.shift();
  response.on("finish", () => {
    entry.ended = "answered";
  });
  response.on("close", () => {
    if (entry.ended === "waiting") entry.ended = "given-up";
  });
  await answerLoopbackRequest(house, entry, response);
}

const MOST_ENTRIES = 10_000;

async function answerLoopbackRequest(
  house: LoopbackState,
  entry: MutableRecordedRequest,
  response: ServerResponse,
): Promise<void> {
  const { path, headers } = entry;
  const dialect = findVendorDialect(path);
  if (dialect === undefined || entry.method !== "POST") {
    const found = findCatalogAnswer(path, house.script);
    response
      .writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" })
      .end(JSON.stringify(found ?? { error: { message: `Nothing is at ${path}.` } }));
    return;
  }
  const asked = dialect.read({ path, headers, body: toJsonFields(entry.body) });
  noteLoopbackQuestion(entry, asked);
  const count = countPromptTokens(path, asked);
  if (count !== undefined) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(count));
    return;
  }
  const play = planLoopbackAction({ script: house.script, asked, memory: house.memory }, path);
  await sendLoopbackAction(play, { dialect, asked, response });
}

function findVendorDialect(path: string): VendorDialect | undefined {
  const { pathname } = new URL(path, "http://any");
  if (/\/messages(?:\/count_tokens)?$/.test(pathname)) return anthropicDialect;
  if (pathname.endsWith("/responses")) return responsesDialect;
  if (pathname.endsWith("/chat/completions")) return chatDialect;
  return /\/models\/[^/]+:\w+$/.test(pathname) ? geminiDialect : undefined;
}

function createRecordedRequest(
  { method = "GET", url = "/", headers }: IncomingMessage,
  body: string,
): MutableRecordedRequest {
  return {
    atMs: Date.now(),
    method,
    path: url,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]),
    ),
    body: parseRequestBody(body),
    bytes: Buffer.byteLength(body),
    model: "",
    prompt: "",
    tools: [],
    toolResults: 0,
    ended: "waiting",
  };
}

function parseRequestBody(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    // kept as it came: what a client really sent is what a test wants to see
    return body;
  }
}

function noteLoopbackQuestion(
  entry: MutableRecordedRequest,
  { model, prompt, tools, toolResults }: LoopbackQuestion,
): void {
  entry.model = model;
  entry.prompt = prompt;
  entry.tools = tools;
  entry.toolResults = toolResults;
}

// How a loopback in a process of its own is scripted and read: paths below `/loopback/`.

interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

interface LoopbackControls {
  readonly entries: RecordedRequest[];
  readonly sockets: number;
  readonly play: (script: LoopbackScript) => void;
}

function handleControlRequest(
  { method, path, body }: ControlRequest,
  response: ServerResponse,
  { entries, sockets, play }: LoopbackControls,
): void {
  const answer = (status: number, value: unknown): void => {
    // its own connections must not be counted among those that a test looks for
    response
      .writeHead(status, { "content-type": "application/json", connection: "close" })
      .end(JSON.stringify(value));
  };
  switch (`${method} ${path}`) {
    case "GET /loopback/requests":
      answer(200, entries);
      return;
    case "DELETE /loopback/requests":
      entries.length = 0;
      answer(200, {});
      return;
    case "GET /loopback/sockets":
      answer(200, { open: sockets });
      return;
    case "PUT /loopback/script":
      try {
        play(JSON.parse(body) as LoopbackScript);
        answer(200, {});
      } catch {
        answer(400, { error: "The script is not JSON." });
      }
      return;
    default:
      answer(404, { error: `The loopback has no ${method} ${path}.` });
  }
}

// What servers tell about themselves without asking a model: lists of models, versions, counts of tokens.

/** The answer to a plain question at a path; undefined where nothing is there. */
function findCatalogAnswer(
  path: string,
  { models = ["loopback-ok"] }: LoopbackScript,
): Json | undefined {
  const { pathname } = new URL(path, "http://any");
  if (pathname === "/") return "Ollama is running";
  if (pathname.endsWith("/api/version")) return { version: "0.0.0-loopback" };
  if (pathname.endsWith("/api/tags")) {
    return { models: models.map((name) => ({ name, model: name, size: 1, digest: "loopback" })) };
  }
  if (pathname.endsWith("/v1beta/models")) {
    return { models: models.map((name) => ({ name: `models/${name}` })) };
  }
  if (!pathname.endsWith("/models")) return undefined;
  return {
    object: "list",
    data: models.map((id) => ({ id, object: "model", created: 1, owned_by: "loopback" })),
  };
}

/** Some clients count before they ask. */
function countPromptTokens(path: string, { system, prompt }: LoopbackQuestion): Json | undefined {
  const count = Math.ceil((system.length + prompt.length) / 4);
  if (path.includes("/count_tokens")) return { input_tokens: count };
  return path.includes(":countTokens") ? { totalTokens: count } : undefined;
}
