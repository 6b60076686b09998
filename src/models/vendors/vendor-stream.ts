/** One request and the stream that answers it. */
import type { FinishReason, LanguageModelUsage, wrapLanguageModel } from "ai";

import type { ModelEvent } from "../../model.ts";
import type { Endpoint } from "../endpoint.ts";
import { resolveBaseUrl } from "./base-url.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { type PromptLayout, createUserMessage } from "./prompt-layout.ts";
import { UnexpectedResponseError } from "./vendor-fault.ts";

export interface VendorStreamRequest extends VendorCall {
  readonly layout: PromptLayout;
  readonly room: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first token has come, of the answer or of the thoughts before it. */
  readonly onFirstToken: () => void;
}

/** How a stream ended, unjudged. */
export interface VendorStreamEnd {
  readonly text: string;
  /** It thought, in the vendor's own form for thoughts. */
  readonly thought: boolean;
  readonly finish: FinishReason | undefined;
  /** In the vendor's words; undefined where it did not say. */
  readonly rawFinish: string | undefined;
  readonly usage: LanguageModelUsage | undefined;
  readonly model: string | null;
  readonly error: unknown;
}

// what is passed on is bounded by the listener; nobody listens to thoughts
const MOST_UNHEARD = 8 * 1024 * 1024;

type TextDeltaEvent = ModelEvent & { readonly type: "text-delta" };

/** Yields the deltas and returns how it ended; leaving it early closes the connection. */
export async function* streamVendorAnswer(
  sending: VendorStreamRequest,
  signal: AbortSignal,
): AsyncGenerator<TextDeltaEvent, VendorStreamEnd> {
  const leaving = new AbortController();
  let text = "";
  let model = UNSAID;
  let thought = false;
  let unheard = 0;
  let finish: Pick<VendorStreamEnd, "finish" | "rawFinish" | "usage"> | undefined;
  let error: unknown;
  try {
    const abortSignal = AbortSignal.any([signal, leaving.signal]);
    for await (const part of await startVendorStream(sending, abortSignal)) {
      switch (part.type) {
        case "text-delta":
          sending.onFirstToken();
          text += part.text;
          if (part.text !== "") yield { type: "text-delta", text: part.text };
          break;
        case "reasoning-start":
          sending.onFirstToken();
          thought = true;
          break;
        case "reasoning-delta":
          unheard += part.text.length;
          break;
        case "tool-input-delta":
          unheard += part.delta.length;
          break;
        case "finish-step": {
          const { finishReason, rawFinishReason: rawFinish, usage, response } = part;
          finish = { finish: finishReason, rawFinish, usage };
          model = response.modelId || model;
          break;
        }
        case "raw":
          model = findServingModel(part.rawValue) || model;
          break;
        case "error":
          error ??= part.error;
          break;
        default:
      }
      if (unheard > MOST_UNHEARD)
        throw new UnexpectedResponseError(`${sending.endpoint.name} thinks without end`);
    }
  } catch (thrown) {
    error ??= thrown;
  } finally {
    leaving.abort(LEFT);
  }
  const unsaid = { finish: undefined, rawFinish: undefined, usage: undefined };
  return { text, thought, ...(finish ?? unsaid), model: model || null, error };
}

async function startVendorStream(sending: VendorStreamRequest, abortSignal: AbortSignal) {
  const { endpoint, layout, room, headers } = sending;
  const [sdk, model] = await Promise.all([loadVendorSdk(), findLanguageModel(sending)]);
  abortSignal.throwIfAborted();
  return sdk.streamText({
    // the SDK would name the model that was asked for where the provider does not say who answers
    model: sdk.wrapLanguageModel({ model, middleware: {}, modelId: UNSAID }),
    messages: [createUserMessage(endpoint, layout)],
    output: createOutputFormat(sdk, layout),
    maxOutputTokens: room,
    // retries are ours, so that they are seen
    maxRetries: 0,
    abortSignal,
    headers: { ...headers },
    // what is debated is not kept on the vendor's side where that can be asked for
    ...(endpoint.api === "responses" && { providerOptions: { openai: { store: false } } }),
    // Gemini says who answers in a field that the SDK does not pass on
    include: { rawChunks: endpoint.api === "google" },
    onError: () => {},
  }).stream;
}

const UNSAID = "";

// made once: an error with its stack for every call that ended well would cost more than the rest of leaving
const LEFT = new DOMException("The answer is not read any further.", "AbortError");

/** Gemini's word for who answers, in a chunk as it came. */
function findServingModel(chunk: unknown): string {
  const { modelVersion } = (chunk ?? {}) as { modelVersion?: unknown };
  return typeof modelVersion === "string" ? modelVersion : UNSAID;
}

function createOutputFormat({ jsonSchema, Output }: VendorSdk, { schema }: PromptLayout) {
  const text = Output.text();
  if (!schema) return text;
  const object = Output.object({ schema: jsonSchema(schema), name: "reply" });
  // the text is passed on as it comes; to parse it anew at each token would cost its square
  return { ...text, responseFormat: object.responseFormat };
}

// The SDK's model for one call. Packages are loaded when the first call is made, and not before.

type SdkModel = Parameters<typeof wrapLanguageModel>[0]["model"];

interface VendorCall {
  readonly endpoint: Endpoint;
  readonly modelId: string;
  /** Looked up for each call; another one makes another model. */
  readonly key: string | undefined;
}

/** The SDK builds its schemas with each model, so the last one is used again while it has the same key. */
function findLanguageModel(call: VendorCall): Promise<SdkModel> {
  const last = lastModels.get(call.endpoint);
  if (last?.modelId === call.modelId && last.key === call.key) return last.model;
  const model = createLanguageModel(call);
  const { endpoint, modelId, key } = call;
  lastModels.set(endpoint, { endpoint, modelId, key, model });
  // a package that cannot be loaded may be there the next time
  model.catch(() => lastModels.delete(endpoint));
  return model;
}

const lastModels = new WeakMap<Endpoint, VendorCall & { readonly model: Promise<SdkModel> }>();

async function createLanguageModel({ endpoint, modelId, key }: VendorCall): Promise<SdkModel> {
  const { name, api } = endpoint;
  const setting = {
    baseURL: resolveBaseUrl(endpoint),
    headers: { ...endpoint.headers },
    fetch: createGuardedFetch(endpoint),
  };
  // an empty key keeps the SDK from looking for one in the environment
  const apiKey = key ?? "";
  switch (api) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ ...setting, apiKey })(modelId);
    }
    case "responses": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ ...setting, apiKey }).responses(modelId);
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ ...setting, apiKey })(modelId);
    }
    case "openai": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const compatible = createOpenAICompatible({
        ...setting,
        name,
        includeUsage: true,
        supportsStructuredOutputs: endpoint.structured,
        ...(key !== undefined && { apiKey: key }),
      });
      return compatible(modelId);
    }
  }
}

type VendorSdk = Awaited<ReturnType<typeof importVendorSdk>>;

/** The SDK itself, with its warnings off: what it drops is known here, and stderr belongs to the reader. */
function importVendorSdk() {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return import("ai");
}

let loading: ReturnType<typeof importVendorSdk> | undefined;

function loadVendorSdk(): ReturnType<typeof importVendorSdk> {
  return (loading ??= importVendorSdk());
}
