/** Who answered and what it took, as the agent says; what it does not say is estimated or left open. */
import type { Price, AnswerMetadata } from "../../model.ts";
import { estimateInputTokens, estimateTokenCount } from "../vendors/token-spend.ts";
import type { AgentAnswer, AgentTokens, AgentLogin } from "./agent-adapter.ts";

export interface AgentServingContext {
  readonly provider: string;
  readonly login: AgentLogin;
  readonly prompt: string;
  readonly price: Price | null;
}

export function createAgentServedRecord(
  { provider, login, prompt, price }: AgentServingContext,
  { text, model, version, tokens: counted, costUsd }: AgentAnswer,
): AnswerMetadata {
  // zero for a prompt that was sent says nothing
  const told = counted !== undefined && counted.input > 0 ? counted : undefined;
  const tokens = told ?? estimateAgentTokens(prompt, text);
  const served = {
    provider,
    model: model ?? null,
    version: version ?? null,
    inputTokens: tokens.input,
    outputTokens: tokens.output,
    ...(tokens.cached > 0 && { cachedTokens: tokens.cached }),
  };
  // a subscription is paid for, whatever the agent says a call would cost by key
  if (login === "subscription") return { ...served, costUsd: 0 };
  if (costUsd !== undefined && costUsd > 0) return { ...served, costUsd };
  if (price === null) return { ...served, costUsd: 0, price: "unknown" };
  const isApproximate = price.approximate || told === undefined;
  return {
    ...served,
    costUsd: price.usd(tokens),
    ...(isApproximate && { price: "approximate" as const }),
  };
}

function estimateAgentTokens(prompt: string, text: string): AgentTokens {
  return {
    input: estimateInputTokens(Buffer.byteLength(prompt)),
    cached: 0,
    output: estimateTokenCount(Buffer.byteLength(text)),
  };
}
