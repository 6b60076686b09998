/** The part of the configuration that models are made from: providers and agents. */
import type { VendorApi, TrafficLimits } from "./endpoint.ts";
import type { ConfiguredPrice } from "./model-prices.ts";

type OptionalFields<Shape> = { readonly [Key in keyof Shape]?: Shape[Key] | undefined };

/** Null in the limits means that nobody has set one; here it is left out instead. */
type ConfiguredLimits = OptionalFields<{ [Key in keyof TrafficLimits]: number }>;

export type ProviderAccess = ConfiguredLimits & { readonly baseUrl?: string | undefined };

export type EndpointAccess = ConfiguredLimits &
  OptionalFields<{
    readonly api: VendorApi;
    readonly keyEnv: string;
    /** Values contain `${NAME}` for a variable of the environment. */
    readonly headers: Readonly<Record<string, string>>;
    readonly structured: boolean;
    readonly attribution: boolean;
    readonly family: string;
    readonly price: ConfiguredPrice;
    readonly maxOutputTokens: number;
  }> & { readonly baseUrl: string };

export type AgentAccess = OptionalFields<{
  readonly command: string;
  readonly args: readonly string[];
  readonly prompt: "stdin" | "file" | "argument";
  readonly answer: "text" | "json" | "jsonl";
  readonly answerPath: string;
  readonly modelAt: string;
  readonly env: Readonly<Record<string, string>>;
  readonly login: "auto" | "subscription" | "key";
  readonly model: string;
  readonly unsafe: boolean;
  readonly endpointEnv: string;
  readonly family: string;
}>;

export interface ModelAccess {
  readonly endpoints: Readonly<Record<string, EndpointAccess>>;
  readonly agents: Readonly<Record<string, AgentAccess>>;
  readonly providers: Readonly<Record<string, ProviderAccess>>;
  readonly cacheWarming: "auto" | "on" | "off";
  /** Why an agent's program must not be run: its person has not agreed to it. */
  readonly refusal?: (agent: string) => Error | undefined;
}

export const NO_MODEL_ACCESS: ModelAccess = {
  endpoints: {},
  agents: {},
  providers: {},
  cacheWarming: "auto",
};

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;
