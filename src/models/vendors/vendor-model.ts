/**
 * A model of a vendor, or of any server that speaks a vendor's API.
 *
 * VM1. Every try but the last is told as `try-failed`; retries are bounded and never sooner than the vendor asks.
 * VM2. An answer that was cut off for want of room is asked for once more, with twice the room.
 * VM3. What every try took is counted; the worst case covers both tries of VM2.
 * VM4. The key is looked up for each call, goes to its own endpoint, and is in no error.
 */
import type { Clock } from "../../clock.ts";
import { type Model, ModelError, type ModelEvent, type ModelRequest } from "../../model.ts";
import type { Price, Served, WorstCase } from "../../model.ts";
import type { Redact } from "../../text/redact.ts";
import type { Endpoint } from "../endpoint.ts";
import { stoppedBy } from "../traffic/rest.ts";
import type { Pass, Traffic } from "../traffic/traffic.ts";
import { hostOf } from "./base-url.ts";
import { type Ending, endingOf } from "./ending.ts";
import { type Ended, exchange, type Sending } from "./exchange.ts";
import { oneCleanLine } from "./fault.ts";
import { attribution, boundariesOf, layoutOf } from "./layout.ts";
import {
  BYTES_PER_TOKEN,
  estimatedInput,
  NOTHING_SPENT,
  servedOf,
  type Spent,
  spentOn,
  together,
} from "./usage.ts";

export interface VendorSetting {
  /** As it was asked for, such as `anthropic/claude-sonnet-5`. */
  readonly reference: string;
  readonly modelId: string;
  readonly endpoint: Endpoint;
  readonly traffic: Traffic;
  /** Absent where answers cost nothing; null where nobody knows what they cost. */
  readonly price?: Price | null;
  readonly clock: Clock;
  /** Takes secrets out of the vendor's words before they are cut. */
  readonly redact: Redact;
}

export function vendorModel(setting: VendorSetting): Model {
  const { reference, endpoint, price } = setting;
  return {
    id: reference,
    ...(endpoint.family !== null && { family: endpoint.family }),
    ...(price !== undefined && { price }),
    hosts: [hostOf(endpoint)],
    worstCase: (request) => worstCase(setting, request),
    tookSoFar: (request, heard) => tookSoFar(setting, request, heard),
    answer: (request, signal) => answer(setting, request, signal),
  };
}

// what most models of all vendors allow for one answer; the first try is given half of it
const MOST_OUTPUT = 16_384;

interface Room {
  readonly first: number;
  readonly most: number;
}

function roomOf({ maxOutputTokens }: Endpoint): Room {
  const most = maxOutputTokens ?? MOST_OUTPUT;
  return { first: Math.ceil(most / 2), most };
}

function worstCase({ endpoint, price }: VendorSetting, request: ModelRequest): WorstCase {
  const { bytes } = layoutOf(endpoint, request);
  const { first, most } = roomOf(endpoint);
  const input = 2 * estimatedInput(bytes);
  const output = first + most;
  const usd = price?.usd({ input, written: input, output });
  return { tokens: input + output, usd: price === undefined ? 0 : (usd ?? null) };
}

/** VM3: whoever stops listening has still been charged for what was said. */
function tookSoFar(
  { endpoint, price }: VendorSetting,
  request: ModelRequest,
  heard: string,
): Served {
  const { bytes: promptBytes } = layoutOf(endpoint, request);
  // nobody is charged for more than there was room for, whatever a server sends
  const answer = heard.slice(0, roomOf(endpoint).most * BYTES_PER_TOKEN);
  const spent = spentOn({ usage: undefined, promptBytes, answer, price });
  return servedOf(spent, {
    provider: endpoint.name,
    model: null,
    ...(price !== undefined && { price }),
  });
}

async function* answer(
  setting: VendorSetting,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const call = callOf(setting, request);
  let spent = NOTHING_SPENT;
  let { first: room } = call.room;
  for (let tries = 1, failed = 0; ; tries++) {
    const { ended, ending, took } = yield* oneTry(setting, { call, room }, signal);
    spent = together(spent, took);
    const served = servedOf(spent, {
      provider: setting.endpoint.name,
      model: ended.model,
      ...(setting.price !== undefined && { price: setting.price }),
    });
    if (ending.type === "answered") {
      yield { type: "answer-given", text: ended.text, served };
      return;
    }
    if (ending.type === "fault") failed += 1;
    const next = nextTry(setting, { call, ending, room, failed });
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
interface Call {
  readonly sending: Omit<Sending, "room" | "onFirstToken">;
  readonly room: Room;
  readonly key: string;
  readonly clean: (text: string) => string;
}

function callOf({ endpoint, modelId, redact }: VendorSetting, request: ModelRequest): Call {
  const key = endpoint.key()?.trim() || undefined;
  if (key === undefined && endpoint.keyName !== null) {
    const message = `${endpoint.name} has no key; set ${endpoint.keyName}`;
    throw new ModelError("unavailable", message, { keyRefused: true });
  }
  const layout = layoutOf(endpoint, request);
  const headers = attribution(endpoint, request);
  return {
    sending: { endpoint, modelId, key, layout, headers },
    room: roomOf(endpoint),
    key: `${request.key}#${request.attempt}`,
    clean: oneCleanLine(redact),
  };
}

interface Tried {
  readonly ended: Ended;
  readonly ending: Ending;
  readonly took: Spent;
}

async function* oneTry(
  { endpoint, modelId, traffic, clock, price }: VendorSetting,
  { call, room }: { call: Call; room: number },
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, Tried> {
  const { layout } = call.sending;
  const tokens = estimatedInput(layout.bytes) + room;
  const boundaries = boundariesOf(endpoint, modelId, layout);
  const pass = await traffic.enter({ tokens, boundaries }, signal);
  let tried: Tried | undefined;
  try {
    const sending = { ...call.sending, room, onFirstToken: () => pass.spoke() };
    const ended = yield* exchange(sending, signal);
    if (signal.aborted) throw stoppedBy(signal);
    const { usage, text } = ended;
    // what was said before a connection broke is charged, although nobody tells how much it was
    const charged = usage !== undefined || text !== "" || ended.thought;
    const exchanged = { usage, promptBytes: layout.bytes, answer: text, price };
    const took = charged ? spentOn(exchanged) : NOTHING_SPENT;
    const setting = { endpoint, modelId, nowMs: clock.nowMs(), clean: call.clean };
    tried = { ended, ending: endingOf(ended, setting), took };
    return tried;
  } finally {
    leave(pass, tried, signal);
  }
}

function leave(pass: Pass, tried: Tried | undefined, signal: AbortSignal): void {
  if (!tried) {
    const stopped: unknown = signal.reason;
    const late = stopped instanceof ModelError && stopped.reason === "timed-out";
    const why = late ? "no answer in time" : "";
    pass.leave({ verdict: late ? "ill" : "unknown", why, usedTokens: null });
    return;
  }
  const { ended, ending, took } = tried;
  const fault = ending.type === "fault" ? ending.fault : undefined;
  const well = !fault || fault.reason !== "unavailable";
  pass.leave({
    verdict: well ? "well" : fault.ill ? "ill" : "unknown",
    why: fault?.message ?? "",
    usedTokens: ended.usage ? took.input + took.output : null,
  });
}

type Next =
  | { readonly room: number; readonly delayMs: number; readonly reason: string }
  | { readonly error: readonly [ModelError["reason"], string] };

function nextTry(
  { endpoint, traffic }: VendorSetting,
  now: {
    readonly call: Call;
    readonly ending: Exclude<Ending, { type: "answered" }>;
    readonly room: number;
    readonly failed: number;
  },
): Next {
  const { call, ending, room, failed } = now;
  if (ending.type === "cut-off") {
    const reason = `${endpoint.name} was cut off after ${room} tokens`;
    const { most } = call.room;
    if (room < most) return { room: most, delayMs: 0, reason };
    return { error: ["unreadable", `${reason}; allow more with maxOutputTokens`] };
  }
  const { reason, message, passing, retryAfterMs } = ending.fault;
  const delayMs = passing ? traffic.delayAfter({ failed, retryAfterMs, key: call.key }) : null;
  if (delayMs !== null) return { room, delayMs, reason: message };
  const asks = retryAfterMs === null ? "" : `; it asks to wait ${Math.ceil(retryAfterMs / 1000)} s`;
  return { error: [reason, `${message}${asks}`] };
}
