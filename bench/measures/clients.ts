/** Processor time per call over loopback HTTP: the AI SDK alone, and a debate on top of it. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { jsonSchema, Output, streamText } from "ai";
import * as z from "zod";

import { systemClock } from "../../src/clock.ts";
import { dissent } from "../../src/dissent.ts";
import { NO_TRAFFIC_LIMITS } from "../../src/models/endpoint.ts";
import { createTraffic } from "../../src/models/traffic/traffic.ts";
import { createVendorModel } from "../../src/models/vendors/vendor-model.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { openReference } from "../arms/dissent.ts";
import { floorArm } from "../arms/floor.ts";
import { callsIn, Position, REFERENCE, writeBackground } from "../reference-debate.ts";
import { referenceProtocol } from "../reference-protocol.ts";

export const CLIENTS = [
  "ai-sdk",
  "ai-sdk-streamed",
  "openai-agents",
  "dissent",
  "dissent-watched",
] as const;

export interface ClientsRequest {
  readonly measure: "clients";
  readonly client: (typeof CLIENTS)[number];
  readonly port: number;
  readonly concurrent: number;
  readonly warmMs: number;
  readonly repetitionMs: number;
  readonly repetitions: number;
}

/** Microseconds per call of each repetition. */
export type ClientsAnswer = readonly number[];

export async function measureClients(request: ClientsRequest): Promise<ClientsAnswer> {
  const { concurrent, warmMs, repetitionMs, repetitions } = request;
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const baseURL = `http://127.0.0.1:${request.port}/v1`;
  const hold = await createDebate(request.client, baseURL);
  await holdFor(warmMs, concurrent, hold);
  const figures: number[] = [];
  for (let number = 0; number < repetitions; number++) {
    const before = process.cpuUsage();
    const debates = await holdFor(repetitionMs, concurrent, hold);
    const { user, system } = process.cpuUsage(before);
    figures.push((user + system) / (debates * callsIn(REFERENCE)));
  }
  return figures;
}

async function createDebate(
  client: ClientsRequest["client"],
  baseURL: string,
): Promise<() => Promise<void>> {
  if (client === "openai-agents") {
    return (await import("../arms/openai-agents.ts")).agentsDebate(baseURL);
  }
  return client.startsWith("ai-sdk")
    ? sdkDebate(baseURL, client === "ai-sdk-streamed")
    : dissentDebate(baseURL, client === "dissent-watched");
}

async function holdFor(ms: number, concurrent: number, hold: () => Promise<void>): Promise<number> {
  const until = performance.now() + ms;
  let ended = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      await hold();
      ended += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrent }, lane));
  return ended;
}

/** The debate as a script around the SDK, with a schema that the server is told of. */
function sdkDebate(baseURL: string, isWatched: boolean): () => Promise<void> {
  const vendor = createOpenAICompatible({
    name: "bench",
    baseURL,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  const model = vendor("bench");
  const { responseFormat } = Output.object({
    schema: jsonSchema(z.toJSONSchema(Position) as never),
    name: "reply",
  });
  const output = { ...Output.text(), responseFormat };
  let shown = 0;
  const answer = async (_seat: string, prompt: readonly string[]): Promise<string> => {
    const { stream } = streamText({
      model,
      prompt: prompt.join("\n\n"),
      output,
      maxRetries: 0,
      maxOutputTokens: 8_000,
    });
    let text = "";
    for await (const part of stream) {
      if (part.type !== "text-delta") continue;
      text += part.text;
      if (isWatched) shown += part.text.length;
    }
    if (isWatched && shown === 0) throw new Error("Nothing was streamed.");
    return text;
  };
  return floorArm({ shape: REFERENCE, model: { answer }, directory: "" }).hold;
}

function dissentDebate(baseURL: string, isWatched: boolean): () => Promise<void> {
  const clock = systemClock;
  const model = createVendorModel({
    reference: "bench/bench",
    modelId: "bench",
    endpoint: {
      name: "bench",
      api: "openai",
      baseUrl: baseURL,
      keyName: null,
      key: () => undefined,
      headers: {},
      structured: true,
      attribution: false,
      family: null,
      maxOutputTokens: 8_000,
      limits: NO_TRAFFIC_LIMITS,
    },
    traffic: createTraffic({ name: "bench", limits: NO_TRAFFIC_LIMITS, warming: false, clock }),
    clock,
    redact: (text) => text,
  });
  const app = dissent({
    store: memoryStore(),
    protocols: [referenceProtocol(REFERENCE)],
    modelFor: async () => model,
  });
  const background = writeBackground(REFERENCE);
  let shown = 0;
  const onLive = (): void => void (shown += 1);
  return async () => {
    const debate = await openReference(app, background);
    const result = await app.run({ debate, ...(isWatched && { onLive }) });
    if (result.status !== "settled" || result.outcome.label !== "CONTESTED")
      throw new Error(`The debate was to be contested: ${JSON.stringify(result).slice(0, 500)}`);
    if (isWatched && shown === 0) throw new Error("Nothing was streamed.");
  };
}
