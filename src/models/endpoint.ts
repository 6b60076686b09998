/** Where a provider is reached and under which terms: what all calls to it have in common. */
import type { Vendor } from "../domain/vendor.ts";
import { SetupError } from "../errors.ts";
import { decodeBasicPassword } from "../text/redact.ts";
import type { EndpointAccess, EnvironmentVariables, ProviderAccess } from "./model-access.ts";
import { findVendorAddress } from "./vendor-address.ts";

/** How an endpoint is spoken to: OpenAI's chat completions, its Responses, Anthropic's messages, Gemini. */
export type VendorApi = "openai" | "responses" | "anthropic" | "google";

/** Shared by all debates of a process; null means that nobody has set one. */
export interface TrafficLimits {
  readonly concurrency: number | null;
  readonly requestsPerSecond: number | null;
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
}

export interface Endpoint {
  /** The part before the slash of a reference, such as `anthropic`. Limits apply to it. */
  readonly name: string;
  readonly api: VendorApi;
  /** Null: the vendor's own. */
  readonly baseUrl: string | null;
  /** The variable with the key, for people; null if none is needed. */
  readonly keyName: string | null;
  /** Looked up at each call and kept nowhere; it goes to this endpoint and to no other. */
  readonly key: () => string | undefined;
  /** Sent along as they are; values from the environment are filled in. */
  readonly headers: Readonly<Record<string, string>>;
  /** The server enforces a JSON Schema sent with the request; otherwise it is only in the prompt. */
  readonly structured: boolean;
  /** Debate, step and seat go along as headers. */
  readonly attribution: boolean;
  /** Whose weights answer here; null where that depends on the model. */
  readonly family: string | null;
  /** Room for one answer; null: our own default. */
  readonly maxOutputTokens: number | null;
  readonly limits: TrafficLimits;
}

export const NO_TRAFFIC_LIMITS: TrafficLimits = {
  concurrency: null,
  requestsPerSecond: null,
  requestsPerMinute: null,
  tokensPerMinute: null,
};

/** How each vendor is called, and its address if it is not a service with a single one. */
const VENDOR_APIS: Readonly<Record<string, Pick<Endpoint, "api" | "baseUrl">>> = {
  anthropic: { api: "anthropic", baseUrl: null },
  openai: { api: "responses", baseUrl: null },
  google: { api: "google", baseUrl: null },
  ollama: { api: "openai", baseUrl: "http://127.0.0.1:11434/v1" },
};

export function createVendorEndpoint(
  { name, keyNames, family }: Vendor,
  settings: ProviderAccess,
  env: EnvironmentVariables,
): Endpoint {
  const { api, baseUrl } = VENDOR_APIS[name] ?? { api: "openai", baseUrl: null };
  const held = keyNames.find((one) => isVariableSet(env, one));
  const [wanted = null] = keyNames;
  if (wanted !== null && held === undefined) {
    throw createMissingValueError(`${name} needs a key, and ${keyNames.join(" or ")} is not set.`, {
      hint: `Set ${wanted}, or store the key: dissent config keys set ${name}`,
    });
  }
  return {
    name,
    api,
    baseUrl: settings.baseUrl ?? findVendorAddress(name, env)?.baseUrl ?? baseUrl,
    keyName: held ?? wanted,
    key: () => (held === undefined ? undefined : env[held]?.trim()),
    headers: {},
    structured: true,
    attribution: false,
    family,
    maxOutputTokens: null,
    limits: readTrafficLimits(settings),
  };
}

/** An endpoint that the configuration names. */
export function createConfiguredEndpoint(
  name: string,
  settings: EndpointAccess,
  env: EnvironmentVariables,
): Endpoint {
  const { keyEnv = null, api = "openai", headers = {} } = settings;
  if (keyEnv !== null && !isVariableSet(env, keyEnv)) {
    throw createMissingValueError(`The endpoint ${name} needs a key, and ${keyEnv} is not set.`, {
      hint: `Set ${keyEnv}, or store the key: dissent config keys set ${keyEnv}`,
    });
  }
  return {
    name,
    api,
    baseUrl: settings.baseUrl,
    keyName: keyEnv,
    key: () => (keyEnv === null ? undefined : env[keyEnv]?.trim()),
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [
        header,
        expandEnvironmentReferences(name, value, env),
      ]),
    ),
    structured: settings.structured ?? false,
    attribution: settings.attribution ?? false,
    family: settings.family ?? null,
    maxOutputTokens: settings.maxOutputTokens ?? null,
    limits: readTrafficLimits(settings),
  };
}

/** Its key, and the headers that are one by their name: a team's name in a header is a word, not a secret. */
export function listEndpointSecrets({ key, headers }: Endpoint): string[] {
  const kept = Object.entries(headers)
    .filter(([header]) => /auth|key|token|secret|cookie|password/i.test(header))
    .flatMap(([, value]) => {
      const secret = value.replace(/^[A-Za-z]{1,16} /, "");
      return /^basic /i.test(value) ? [secret, ...decodeBasicPassword(secret)] : [secret];
    });
  return [key() ?? "", ...kept].filter((secret) => secret !== "");
}

/** `${NAME}` replaced by what the environment says. */
export function expandEnvironmentReferences(
  owner: string,
  value: string,
  env: EnvironmentVariables,
): string {
  return value.replace(/\$\{(\w+)\}/g, (_, variable: string) => {
    if (isVariableSet(env, variable)) return env[variable]?.trim() ?? "";
    throw createMissingValueError(`${owner} needs the variable ${variable}, which is not set.`, {
      hint: `Set ${variable}, or take it out of dissent.yaml.`,
    });
  });
}

export function readTrafficLimits(settings: ProviderAccess): TrafficLimits {
  return {
    concurrency: settings.concurrency ?? null,
    requestsPerSecond: settings.requestsPerSecond ?? null,
    requestsPerMinute: settings.requestsPerMinute ?? null,
    tokensPerMinute: settings.tokensPerMinute ?? null,
  };
}

function isVariableSet(env: EnvironmentVariables, name: string): boolean {
  return (env[name] ?? "").trim() !== "";
}

function createMissingValueError(message: string, { hint }: { hint: string }): SetupError {
  return new SetupError("missing-key", message, { hint });
}
