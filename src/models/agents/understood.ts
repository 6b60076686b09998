/** How adapters put what they read. */
import type { AgentAnswer, AgentLogin, AgentResult } from "./agent-adapter.ts";
import type { AgentFault } from "./agent-fault.ts";
import { type ParentEnvironment, findEnvironmentValue } from "./child-environment.ts";

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
export function chooseAgentLogin(names: readonly string[], env: ParentEnvironment): AgentLogin {
  const isSet = (name: string): boolean =>
    (findEnvironmentValue(env, name, process.platform) ?? "") !== "";
  return names.some(isSet) ? "key" : "subscription";
}
