/** Spans that a real collector on this machine receives. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, describe, expect, test } from "vitest";

import { createTestBrief } from "../../test/support/protocols/judges.ts";
import {
  askFor,
  ended,
  openProbe,
  probe,
  says,
} from "../../test/support/protocols/probe-protocol.ts";
import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { dissent } from "../dissent.ts";
import { type Model, ModelError, type AnswerMetadata } from "../model.ts";
import { offline } from "../models/offline.ts";
import { memoryStore } from "../stores/memory.ts";
import { readTelemetryHost, listTelemetrySecrets, withTelemetry } from "./telemetry.ts";

interface Taken {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function collector(answer: number | "nothing" = 200) {
  const taken: Taken[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      taken.push({ path: request.url ?? "", headers: request.headers, body });
      if (answer !== "nothing") response.writeHead(answer).end("{}");
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { taken, endpoint: `http://127.0.0.1:${port}` };
}

const twoRounds = probe(async (floor) => {
  await floor.round("first", floor.participants, () => askFor("What do you think?"));
  await floor.round("second", floor.participants, () => askFor("And now?"));
  return ended("all were heard");
});

const script = { "*": says("something") };

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
  readonly status: { code?: number };
}

function spansIn({ body }: Taken): readonly SentSpan[] {
  const read = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
  };
  return read.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

function attribute(span: SentSpan | undefined, key: string): unknown {
  const found = span?.attributes.find((one) => one.key === key);
  return found && Object.values(found.value)[0];
}

async function held(env: Record<string, string>) {
  const opened = await openProbe(twoRounds, { script });
  const troubles: string[] = [];
  const app = withTelemetry(opened.app, {
    env,
    version: "1.2.3",
    onTrouble: (words) => troubles.push(words),
  });
  const result = await app.run({ debate: opened.id });
  return { ...opened, holding: result, troubles };
}

describe("spans", () => {
  test("a debate is a workflow of agents whose calls are chats", async () => {
    const { taken, endpoint } = await collector();

    const { id } = await held({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });

    expect(taken.map(({ path }) => path)).toEqual(["/v1/traces"]);
    const spans = spansIn(taken[0]!);
    const workflow = spans.find(({ name }) => name.startsWith("invoke_workflow "));
    const agents = spans.filter(({ name }) => name.startsWith("invoke_agent "));
    const chats = spans.filter(({ name }) => name.startsWith("chat "));
    expect(chats.length).toBeGreaterThan(1);
    expect(agents).toHaveLength(chats.length);
    expect(new Set(agents.map(({ parentSpanId }) => parentSpanId))).toEqual(
      new Set([workflow?.spanId]),
    );
    expect(new Set(chats.map(({ parentSpanId }) => parentSpanId))).toEqual(
      new Set(agents.map(({ spanId }) => spanId)),
    );
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(workflow?.parentSpanId).toBeUndefined();
    expect(attribute(workflow, "gen_ai.conversation.id")).toBe(id);
    expect(attribute(chats[0], "gen_ai.operation.name")).toBe("chat");
    expect(attribute(chats[0], "gen_ai.usage.input_tokens")).toBeDefined();
    expect(chats.every(({ kind }) => kind === 3)).toBe(true);
    expect(
      spans.every((span) => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)),
    ).toBe(true);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  });

  test("what was said is left out unless it is asked for", async () => {
    const { taken, endpoint } = await collector();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };

    await held(env);
    await held({ ...env, OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true" });

    const [without, withWords] = taken;
    expect(without?.body).not.toContain("gen_ai.output.messages");
    expect(withWords?.body).toContain("gen_ai.output.messages");
  });

  test("a trace that the process was started in goes on", async () => {
    const { taken, endpoint } = await collector();
    const trace = "0af7651916cd43dd8448eb211c80319c";
    const parent = "b7ad6b7169203331";

    await held({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      TRACEPARENT: `00-${trace}-${parent}-01`,
    });

    const spans = spansIn(taken[0]!);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([trace]));
    expect(spans.find(({ name }) => name.startsWith("invoke_workflow"))?.parentSpanId).toBe(parent);
  });

  test("headers are sent and known as secrets", async () => {
    const { taken, endpoint } = await collector();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "x-team=planted%20secret",
    };

    await held(env);

    expect(taken[0]?.headers["x-team"]).toBe("planted secret");
    expect(listTelemetrySecrets(env)).toEqual(["planted secret"]);
  });
});

/** A seat of a vendor or an agent whose replies are the offline reader's, or who fails now and then. */
function createSeatModel(
  id: string,
  served: Partial<AnswerMetadata>,
  fails: (key: string) => boolean,
): Model {
  const reader = offline();
  return {
    ...reader,
    id,
    async *answer(request, signal) {
      if (fails(request.key)) throw new ModelError("unavailable", "down");
      for await (const event of reader.answer(request, signal)) {
        yield event.type === "answer-given"
          ? { ...event, served: { ...event.served, ...served } }
          : event;
      }
    },
  };
}

async function heldWith(model: Model, protocol: string, limits = {}): Promise<readonly SentSpan[]> {
  const { taken, endpoint } = await collector();
  const clock = fakeClock();
  const plain = dissent({ store: memoryStore(clock), clock, modelFor: async () => model });
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
  };
  const app = withTelemetry(plain, { env, version: "1.2.3" });
  const debate = await app.open(app.plan(protocol, { brief: createTestBrief(), limits }), "tester");
  await app.run({ debate });
  return taken.flatMap(spansIn);
}

describe("attributes", () => {
  const priced = { provider: "openai", model: "gpt-6-sol-2026-09-01", costUsd: 0.0123 };
  const never = (): boolean => false;

  test("a key has one type over protocols, endings, vendors, prices and absences", async () => {
    const free = { provider: "openai", model: "gpt-6-sol", costUsd: 0 };
    const whole = { ...priced, costUsd: 2, cachedTokens: 7 };
    const spans = [
      ...(await heldWith(createSeatModel("openai/gpt-6-sol", priced, never), "judges")),
      ...(await heldWith(createSeatModel("openai/gpt-6-sol", free, never), "challenge")),
      ...(await heldWith(createSeatModel("openai/gpt-6-sol", whole, never), "roundtable")),
      ...(await heldWith(
        createSeatModel("codex", free, (key) => key.endsWith("/risk")),
        "judges",
      )),
      ...(await heldWith(
        createSeatModel("google/gemini-4", priced, () => true),
        "judges",
      )),
      ...(await heldWith(createSeatModel("offline", {}, never), "board", { calls: 2 })),
    ];
    const types = new Map<string, Set<string>>();
    for (const { key, value } of spans.flatMap(({ attributes }) => attributes)) {
      const found = types.get(key) ?? new Set();
      types.set(key, found.add(Object.keys(value).join()));
    }

    expect([...types].filter(([, found]) => found.size !== 1)).toEqual([]);
    expect(types.get("dissent.cost_usd")).toEqual(new Set(["doubleValue"]));
    expect(types.get("gen_ai.usage.input_tokens")).toEqual(new Set(["intValue"]));
    expect([...types.keys()]).toEqual(
      expect.arrayContaining(["error.type", "dissent.ending", "gen_ai.output.messages"]),
    );
    const endings = new Set(spans.map((span) => attribute(span, "dissent.ending")));
    expect(endings.size).toBeGreaterThan(2);
  });

  test.each([
    ["openai/gpt-6-sol", "openai", "openai", "gpt-6-sol"],
    ["google/gemini-4", "google", "gcp.gemini", "gemini-4"],
    ["own/org/llama", "own", "own", "org/llama"],
    ["claude", "claude", "anthropic", undefined],
    ["codex/gpt-6-sol", "codex", "openai", "gpt-6-sol"],
  ])("%s is told by its vendor's names", async (id, provider, vendor, requested) => {
    const model = createSeatModel(id, { ...priced, provider }, never);
    const chats = (await heldWith(model, "judges")).filter(({ kind }) => kind === 3);

    expect(chats.length).toBeGreaterThan(2);
    for (const chat of chats) {
      expect(chat.name).toBe(`chat ${requested ?? provider}`);
      expect(attribute(chat, "gen_ai.provider.name")).toBe(vendor);
      expect(attribute(chat, "gen_ai.request.model")).toBe(requested);
      expect(attribute(chat, "gen_ai.response.model")).toBe(priced.model);
    }
  });
});

describe("what is in the way", () => {
  test("nothing is sent where no endpoint is set or telemetry is off", async () => {
    const { taken, endpoint } = await collector();

    await held({});
    await held({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "true" });
    await held({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: "none" });
    await held({ OTEL_EXPORTER_OTLP_ENDPOINT: "file:///etc/passwd" });

    expect(taken).toEqual([]);
    expect(readTelemetryHost({})).toBeNull();
    expect(readTelemetryHost({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toBe(
      new URL(endpoint).host,
    );
  });

  test.each([
    ["an endpoint that refuses", async () => (await collector(503)).endpoint, "answered 503"],
    ["nobody there", async () => "http://127.0.0.1:9", "could not be reached"],
    ["an endpoint that hangs", async () => (await collector("nothing")).endpoint, "in time"],
  ])("%s fails no debate and is told once", async (_, startEndpoint, words) => {
    const { holding, troubles } = await held({
      OTEL_EXPORTER_OTLP_ENDPOINT: await startEndpoint(),
      OTEL_EXPORTER_OTLP_TIMEOUT: "200",
    });

    expect(holding.status).toBe("settled");
    expect(troubles).toEqual([expect.stringContaining(words)]);
    expect(troubles[0]).not.toContain("127.0.0.1");
  });
});
