/**
 * A model of a vendor, or of any server that speaks a vendor's API.
 *
 * VM1. Every failed try but the last is reported as `try-failed`; retries are bounded and never sooner than the
 *      vendor asks.
 * VM2. An answer cut off by the output limit is requested once more with twice the limit.
 * VM3. The usage of every try is counted; the worst case covers both tries of VM2.
 * VM4. The key is looked up for each call, goes only to its own endpoint, and appears in no error.
 */
import type { Clock } from "../../clock.ts";
import {
  type Model,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type Price,
  type AnswerMetadata,
  type WorstCase,
} from "../../model.ts";
import type { Redactor } from "../../text/redact.ts";
import type { Endpoint } from "../endpoint.ts";
import { rejectOtherModel } from "../served-model.ts";
import { createStoppedError } from "../traffic/abortable-wait.ts";
import type { TrafficPass, Traffic } from "../traffic/traffic.ts";
import { formatEndpointHost } from "./base-url.ts";
import { type VendorTryResult, classifyStreamEnd } from "./classify-stream-end.ts";
import {
  createAttributionHeaders,
  computeCacheBoundaries,
  createPromptLayout,
} from "./prompt-layout.ts";
import {
  BYTES_PER_TOKEN,
  estimateInputTokens,
  NOTHING_SPENT,
  createServedRecord,
  type TokenSpend,
  computeTokenSpend,
  addTokenSpend,
} from "./token-spend.ts";
import { createLineCleaner } from "./vendor-fault.ts";
import {
  type VendorStreamEnd,
  streamVendorAnswer,
  type VendorStreamRequest,
} from "./vendor-stream.ts";

export interface VendorModelOptions {
  /** As it was asked for, such as `anthropic/claude-sonnet-5`. */
  readonly reference: string;
  readonly modelId: string;
  readonly endpoint: Endpoint;
  readonly traffic: Traffic;
  /** Absent where answers cost nothing; null where nobody knows what they cost. */
  readonly price?: Price | null;
  readonly clock: Clock;
  /** Takes secrets out of the vendor's words before they are cut. */
  readonly redact: Redactor;
}

export function createVendorModel(setting: VendorModelOptions): Model {
  const { reference, endpoint, price } = setting;
  return {
    id: reference,
    ...(endpoint.family !== null && { family: endpoint.family }),
    ...(price !== undefined && { price }),
    hosts: [formatEndpointHost(endpoint)],
    worstCase: (request) => computeVendorWorstCase(setting, request),
    tookSoFar: (request, heard) => estimateSpendSoFar(setting, request, heard),
    answer: (request, signal) => streamModelAnswer(setting, request, signal),
  };
}

// what most models of all vendors allow for one answer; the first try is given half of it
const MOST_OUTPUT = 16_384;

interface OutputRoom {
  readonly first: number;
  readonly most: number;
}

function computeOutputRoom({ maxOutputTokens }: Endpoint): OutputRoom {
  const most = maxOutputTokens ?? MOST_OUTPUT;
  return { first: Math.ceil(most / 2), most };
}

function computeVendorWorstCase(
  { endpoint, price }: VendorModelOptions,
  request: ModelRequest,
): WorstCase {
  const { bytes } = createPromptLayout(endpoint, request);
  const { first, most } = computeOutputRoom(endpoint);
  const input = 2 * estimateInputTokens(bytes);
  const output = first + most;
  const usd = price?.usd({ input, written: input, output });
  return { tokens: input + output, usd: price === undefined ? 0 : (usd ?? null) };
}

/** VM3: a caller that stops listening is still charged for what was sent. */
function estimateSpendSoFar(
  { endpoint, price }: VendorModelOptions,
  request: ModelRequest,
  heard: string,
): AnswerMetadata {
  const { bytes: promptBytes } = createPromptLayout(endpoint, request);
  // nobody is charged for more than there was room for, whatever a server sends
  const answer = heard.slice(0, computeOutputRoom(endpoint).most * BYTES_PER_TOKEN);
  const spent = computeTokenSpend({ usage: undefined, promptBytes, answer, price });
  return createServedRecord(spent, {
    provider: endpoint.name,
    model: null,
    ...(price !== undefined && { price }),
  });
}

async function* streamModelAnswer(
  setting: VendorModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const call = createVendorCallContext(setting, request);
  let spent = NOTHING_SPENT;
  let { first: room } = call.room;
  for (let tries = 1, failed = 0; ; tries++) {
    const { ended, ending, took } = yield* runVendorTry(setting, { call, room }, signal);
    spent = addTokenSpend(spent, took);
    const served = createServedRecord(spent, {
      provider: setting.endpoint.name,
      model: ended.model,
      ...(setting.price !== undefined && { price: setting.price }),
    });
    if (ending.type === "answered") {
      rejectOtherModel(setting.modelId, served);
      yield { type: "answer-given", text: ended.text, served };
      return;
    }
    if (ending.type === "fault") failed += 1;
    const next = planNextVendorTry(setting, { call, ending, room, failed });
    if ("error" in next) {
      const known = spent !== NOTHING_SPENT || ended.model !== null;
      const keyRefused = ending.type === "fault" && ending.fault.keyRefused === true;
      throw new ModelError(...next.error, { keyRefused, ...(known && { served }) });
    }
    yield { type: "try-failed", reason: next.reason, tries, delayMs: next.delayMs };
    room = next.room;
    if (next.delayMs > 0) await setting.traffic.rest(next.delayMs, signal);
  }
}

/** What stays the same over all tries of one call. */
interface VendorCallContext {
  readonly sending: Omit<VendorStreamRequest, "room" | "onFirstToken">;
  readonly room: OutputRoom;
  readonly key: string;
  readonly clean: (text: string) => string;
}

function createVendorCallContext(
  { endpoint, modelId, redact }: VendorModelOptions,
  request: ModelRequest,
): VendorCallContext {
  const key = endpoint.key()?.trim() || undefined;
  if (key === undefined && endpoint.keyName !== null) {
    const message = `${endpoint.name} has no key; set ${endpoint.keyName}`;
    throw new ModelError("unavailable", message, { keyRefused: true });
  }
  const layout = createPromptLayout(endpoint, request);
  const headers = createAttributionHeaders(endpoint, request);
  return {
    sending: { endpoint, modelId, key, layout, headers },
    room: computeOutputRoom(endpoint),
    key: `${request.key}#${request.attempt}`,
    clean: createLineCleaner(redact),
  };
}

interface VendorTry {
  readonly ended: VendorStreamEnd;
  readonly ending: VendorTryResult;
  readonly took: TokenSpend;
}

async function* runVendorTry(
  { endpoint, modelId, traffic, clock, price }: VendorModelOptions,
  { call, room }: { call: VendorCallContext; room: number },
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, VendorTry> {
  const { layout } = call.sending;
  const tokens = estimateInputTokens(layout.bytes) + room;
  const boundaries = computeCacheBoundaries(endpoint, modelId, layout);
  const pass = await traffic.enter({ tokens, boundaries }, signal);
  let tried: VendorTry | undefined;
  try {
    const sending = { ...call.sending, room, onFirstToken: () => pass.spoke() };
    const ended = yield* streamVendorAnswer(sending, signal);
    if (signal.aborted) throw createStoppedError(signal);
    const { usage, text } = ended;
    // what was said before a connection broke is charged, although nobody tells how much it was
    const charged = usage !== undefined || text !== "" || ended.thought;
    const exchanged = { usage, promptBytes: layout.bytes, answer: text, price };
    const took = charged ? computeTokenSpend(exchanged) : NOTHING_SPENT;
    const setting = { endpoint, modelId, nowMs: clock.nowMs(), clean: call.clean };
    tried = { ended, ending: classifyStreamEnd(ended, setting), took };
    return tried;
  } finally {
    releaseTrafficPass(pass, tried, signal);
  }
}

function releaseTrafficPass(
  pass: TrafficPass,
  tried: VendorTry | undefined,
  signal: AbortSignal,
): void {
  if (!tried) {
    const stopped: unknown = signal.reason;
    const late = stopped instanceof ModelError && stopped.reason === "timed-out";
    const why = late ? "no answer in time" : "";
    pass.leave({ health: late ? "unhealthy" : "unknown", why, usedTokens: null });
    return;
  }
  const { ended, ending, took } = tried;
  const fault = ending.type === "fault" ? ending.fault : undefined;
  const well = !fault || fault.reason !== "unavailable";
  pass.leave({
    health: well ? "healthy" : fault.unhealthy ? "unhealthy" : "unknown",
    why: fault?.message ?? "",
    usedTokens: ended.usage ? took.input + took.output : null,
  });
}

type NextVendorTry =
  | { readonly room: number; readonly delayMs: number; readonly reason: string }
  | { readonly error: readonly [ModelError["reason"], string] };

function planNextVendorTry(
  { endpoint, traffic }: VendorModelOptions,
  now: {
    readonly call: VendorCallContext;
    readonly ending: Exclude<VendorTryResult, { type: "answered" }>;
    readonly room: number;
    readonly failed: number;
  },
): NextVendorTry {
  const { call, ending, room, failed } = now;
  if (ending.type === "cut-off") {
    const reason = `${endpoint.name} was cut off after ${room} tokens`;
    const { most } = call.room;
    if (room < most) return { room: most, delayMs: 0, reason };
    return { error: ["unreadable", `${reason}; allow more with maxOutputTokens`] };
  }
  const { reason, message, transient: passing, retryAfterMs } = ending.fault;
  const delayMs = passing ? traffic.delayAfter({ failed, retryAfterMs, key: call.key }) : null;
  if (delayMs !== null) return { room, delayMs, reason: message };
  const asks = retryAfterMs === null ? "" : `; it asks to wait ${Math.ceil(retryAfterMs / 1000)} s`;
  return { error: [reason, `${message}${asks}`] };
}
