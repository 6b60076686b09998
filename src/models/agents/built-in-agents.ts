/** The agents known by name. */
import { claudeAdapter } from "./adapters/claude.ts";
import { codexAdapter } from "./adapters/codex.ts";
import { copilotAdapter } from "./adapters/copilot.ts";
import { geminiAdapter } from "./adapters/gemini.ts";
import { opencodeAdapter } from "./adapters/opencode.ts";
import { qwenAdapter } from "./adapters/qwen.ts";
import type { AgentAdapter } from "./agent-adapter.ts";

export const BUILT_IN_AGENTS: readonly AgentAdapter[] = [
  claudeAdapter,
  codexAdapter,
  geminiAdapter,
  qwenAdapter,
  opencodeAdapter,
  copilotAdapter,
];

export function findBuiltInAgent(name: string): AgentAdapter | undefined {
  return BUILT_IN_AGENTS.find((agent) => agent.name === name);
}
