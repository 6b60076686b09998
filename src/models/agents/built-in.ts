/** The agents that are known by name. */
import type { Adapter } from "./adapter.ts";
import { claude } from "./adapters/claude.ts";
import { codex } from "./adapters/codex.ts";
import { copilot } from "./adapters/copilot.ts";
import { gemini } from "./adapters/gemini.ts";
import { opencode } from "./adapters/opencode.ts";
import { qwen } from "./adapters/qwen.ts";

export const AGENTS: readonly Adapter[] = [claude, codex, gemini, qwen, opencode, copilot];

export function agentNamed(name: string): Adapter | undefined {
  return AGENTS.find((agent) => agent.name === name);
}
