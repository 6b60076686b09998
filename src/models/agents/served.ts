/** Who answered and what it took, as the agent says; what it does not say is estimated or left open. */
import type { Price, Served } from "../../model.ts";
import { estimatedInput, estimatedTokens } from "../vendors/usage.ts";
import type { AgentAnswer, AgentTokens, Login } from "./adapter.ts";

export interface Serving {
  readonly provider: string;
  readonly login: Login;
  readonly prompt: string;
  readonly price: Price | null;
}

export function servedBy(
  { provider, login, prompt, price }: Serving,
  { text, model, version, tokens: counted, costUsd }: AgentAnswer,
): Served {
  // zero for a prompt that was sent says nothing
  const told = counted !== undefined && counted.input > 0 ? counted : undefined;
  const tokens = told ?? estimated(prompt, text);
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

function estimated(prompt: string, text: string): AgentTokens {
  return {
    input: estimatedInput(Buffer.byteLength(prompt)),
    cached: 0,
    output: estimatedTokens(Buffer.byteLength(text)),
  };
}
