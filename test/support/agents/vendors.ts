/** Vendors' models over a loopback, and what is heard of them. */
import type { Clock } from "../../../src/clock.ts";
import type { Model, ModelEvent, ModelRequest, Price } from "../../../src/model.ts";
import { type VendorApi, type Endpoint, NO_TRAFFIC_LIMITS } from "../../../src/models/endpoint.ts";
import { createTraffic, type TrafficOptions } from "../../../src/models/traffic/traffic.ts";
import { createVendorModel } from "../../../src/models/vendors/vendor-model.ts";
import type { LoopbackVendor } from "../../../src/testing/loopback/loopback-vendor.ts";
import { createRedactor } from "../../../src/text/redact.ts";
import { openingRequest } from "../../conformance/model.ts";
import { eagerClock } from "../time/eager-clock.ts";

/** One way to be reached, as a person would set it up. */
export interface Vendor {
  readonly name: string;
  readonly api: VendorApi;
  readonly path: string;
  readonly structured: boolean;
  readonly keyless?: true;
  /** What a model id begins with, where the SDK judges by it. */
  readonly models?: string;
}

export const VENDORS: readonly Vendor[] = [
  { name: "anthropic", api: "anthropic", path: "/v1", structured: true, models: "claude-" },
  { name: "anthropic-older", api: "anthropic", path: "/v1", structured: true },
  { name: "openai", api: "responses", path: "/v1", structured: true },
  { name: "google", api: "google", path: "/v1beta", structured: true },
  { name: "gateway", api: "openai", path: "/v1", structured: true },
  { name: "ollama", api: "openai", path: "/v1", structured: false, keyless: true },
];

export const KEY = "sk-planted-in-a-test-0123456789";

/** A cent for a thousand tokens either way, more for what is written to a cache. */
export const PRICE: Price = {
  approximate: false,
  usd: ({ input, output, written = 0 }) => (input + output + written) / 100_000,
};

export interface VendorChanges {
  readonly endpoint?: Partial<Endpoint>;
  readonly traffic?: Partial<TrafficOptions>;
  readonly clock?: Clock;
}

/** A model that behaves as its name says, with a clock on which nobody waits. */
export function vendorOn(
  loopback: Pick<LoopbackVendor, "url">,
  vendor: Vendor,
  behaviour: string,
  { endpoint, traffic, clock = eagerClock() }: VendorChanges = {},
): Model {
  const { name, api, path, structured, keyless, models = "" } = vendor;
  const limits = NO_TRAFFIC_LIMITS;
  return createVendorModel({
    reference: `${name}/${behaviour}`,
    modelId: `${models}loopback-${behaviour}`,
    endpoint: {
      name,
      api,
      baseUrl: `${loopback.url}${path}`,
      keyName: keyless ? null : "ACME_API_KEY",
      key: () => (keyless ? undefined : KEY),
      headers: {},
      structured,
      attribution: true,
      family: null,
      maxOutputTokens: null,
      limits,
      ...endpoint,
    },
    traffic: createTraffic({ name, limits, warming: false, clock, ...traffic }),
    price: PRICE,
    clock,
    redact: createRedactor({}, [KEY]),
  });
}

export interface Heard {
  readonly events: readonly ModelEvent[];
  readonly deltas: string;
  readonly error: unknown;
}

export async function hearAll(
  model: Model,
  {
    request = openingRequest(),
    signal = new AbortController().signal,
    onEvent,
  }: {
    request?: ModelRequest;
    signal?: AbortSignal;
    onEvent?: (event: ModelEvent) => void;
  } = {},
): Promise<Heard> {
  const events: ModelEvent[] = [];
  let error: unknown;
  try {
    for await (const event of model.answer(request, signal)) {
      events.push(event);
      onEvent?.(event);
    }
  } catch (thrown) {
    error = thrown;
  }
  const deltas = events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
  return { events, deltas, error };
}

export function answerIn({ events, error }: Heard): ModelEvent & { type: "answer-given" } {
  const answer = events.at(-1);
  if (answer?.type !== "answer-given") throw new TypeError("There is no answer.", { cause: error });
  return answer;
}

/** Tries that failed, in order. */
export function failedTries({ events }: Heard) {
  return events.filter((event) => event.type === "try-failed");
}
