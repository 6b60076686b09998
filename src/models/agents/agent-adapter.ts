/** CONTRACT: how to call one command-line agent, and how to read its output. */
import type { EnvironmentVariables } from "../model-access.ts";
import type { AgentFault } from "./agent-fault.ts";
import { findEnvironmentValue } from "./processes/child-environment.ts";

/** `subscription`: the agent's own login, in the person's home; `key`: a key from the environment, in a private home. */
export type AgentLogin = "subscription" | "key";

export interface AgentAdapter {
  /** The part before the slash of a reference. */
  readonly name: string;
  /** The program that is looked for unless the configuration names another. */
  readonly binary: string;
  /** How a person gets the program. */
  readonly install: string;
  /** How a person gets in: by login and by key. */
  readonly entry: Readonly<Record<AgentLogin, string>>;
  /** Why it is not safe, where a person allowed that. */
  readonly unsafe?: string;
  /** Whose weights answer; undefined where nobody can tell. */
  family(modelId: string | null): string | undefined;
  /** Variables that may contain a key for this model, in lookup order; a server's key goes to the first. */
  keys(modelId: string | null): readonly string[];
  /** How it gets in when nobody has said. */
  auto(modelId: string | null, env: EnvironmentVariables): AgentLogin;
  /** Variables it is given as they are, besides the common few; those of a login only with that login. */
  readonly passes: Readonly<Record<AgentLogin, readonly string[]>>;
  /** Hosts that it contacts unless another address is set. */
  hosts(reach: AgentReach): readonly string[];
  launch(call: AgentCall): AgentLaunch;
  /** What came of it. Its own exit code and words are never trusted alone: no text means no answer. */
  read(printed: ProgramOutput, call: AgentCall): AgentResult;
}

export interface AgentReach {
  readonly login: AgentLogin;
  readonly modelId: string | null;
  readonly env: EnvironmentVariables;
}

/** One question to one agent. */
export interface AgentCall {
  readonly prompt: string;
  readonly modelId: string | null;
  readonly login: AgentLogin;
  /** Found under the first of the adapter's keys that is set, or given with the server. */
  readonly key: { readonly name: string; readonly value: string } | undefined;
  /** Root of a server in the vendor's place, such as `http://127.0.0.1:4000`, without a slash at its end. */
  readonly server: string | undefined;
  /** A folder of this call alone: `home`, `work` and `tmp` are in it. */
  readonly folder: string;
  /** The person's home. */
  readonly personHome: string | undefined;
  readonly env: EnvironmentVariables;
}

export interface AgentLaunch {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Left out, the prompt goes there. Standard input is closed in any case. */
  readonly stdin?: string;
  /** Files to write first, by their path in the folder of the call. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files to copy first where they exist: path in the folder of the call to the one that is copied. */
  readonly copies?: Readonly<Record<string, string>>;
  /** The same, for files that the agent writes to and the person keeps using. */
  readonly links?: Readonly<Record<string, string>>;
}

/** What the program left behind. */
export interface ProgramOutput {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type AgentResult =
  | { readonly answered: true; readonly answer: AgentAnswer }
  | { readonly answered: false; readonly fault: AgentFault };

export interface AgentAnswer {
  readonly text: string;
  /** The model that the provider says has answered. */
  readonly model?: string | undefined;
  /** Version of the program, where it says so; null: not to be looked for either. */
  readonly version?: string | null | undefined;
  readonly tokens?: AgentTokens | undefined;
  /** What the program says it cost, at list price. */
  readonly costUsd?: number | undefined;
}

export interface AgentTokens {
  /** All that was read, from a cache or not. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

// agents let their models write up to this much; some take it from us
export const MAX_AGENT_OUTPUT_TOKENS = 32_000;

/** Said where an agent has a place for it; everything else is in the prompt. */
export const AGENT_SYSTEM_PROMPT =
  "Answer the user's message in the form it asks for, and with nothing else. You have no tools.";

// How adapters put what they read.

export function createAnsweredResult(answer: AgentAnswer): AgentResult {
  return { answered: true, answer };
}

export function createFaultResult(fault: AgentFault): AgentResult {
  return { answered: false, fault };
}

/** It ended well, by its own word, and said nothing that we could read. */
export function createSilentResult(code: number | null): AgentResult {
  return createFaultResult({ says: "", ...(code === 0 && { kind: "unreadable" as const }) });
}

/** By key where one of the names is set, else by its own login. */
export function chooseAgentLogin(names: readonly string[], env: EnvironmentVariables): AgentLogin {
  const isSet = (name: string): boolean =>
    (findEnvironmentValue(env, name, process.platform) ?? "") !== "";
  return names.some(isSet) ? "key" : "subscription";
}
