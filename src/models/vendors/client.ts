/** The SDK's model for one call. Packages are loaded when the first call is made, and not before. */
import type { wrapLanguageModel } from "ai";

import type { Endpoint } from "../endpoint.ts";
import { resolveBaseUrl } from "./base-url.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

type SdkModel = Parameters<typeof wrapLanguageModel>[0]["model"];

export interface VendorCall {
  readonly endpoint: Endpoint;
  readonly modelId: string;
  /** For this call; kept nowhere. */
  readonly key: string | undefined;
}

export async function createLanguageModel({
  endpoint,
  modelId,
  key,
}: VendorCall): Promise<SdkModel> {
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

export type VendorSdk = Awaited<ReturnType<typeof importVendorSdk>>;

/** The SDK itself, told to keep its warnings to itself: what it drops is known here, and stderr is the reader's. */
function importVendorSdk() {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return import("ai");
}

let loading: ReturnType<typeof importVendorSdk> | undefined;

export function loadVendorSdk(): ReturnType<typeof importVendorSdk> {
  return (loading ??= importVendorSdk());
}
