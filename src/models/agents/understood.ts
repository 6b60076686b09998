/** How adapters put what they read. */
import type { AgentAnswer, Login, Understood } from "./adapter.ts";
import { type Environment, valueOf } from "./environment.ts";
import type { Fault } from "./fault.ts";

export function answered(answer: AgentAnswer): Understood {
  return { answered: true, answer };
}

export function failed(fault: Fault): Understood {
  return { answered: false, fault };
}

/** It ended well, by its own word, and said nothing that we could read. */
export function silent(code: number | null): Understood {
  return failed({ says: "", ...(code === 0 && { kind: "unreadable" as const }) });
}

/** By key where one of the names is set, else by its own login. */
export function keyElseLogin(names: readonly string[], env: Environment): Login {
  const isSet = (name: string): boolean => (valueOf(env, name, process.platform) ?? "") !== "";
  return names.some(isSet) ? "key" : "subscription";
}
