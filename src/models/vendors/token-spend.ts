/** What a request used, as the vendor reports it or, failing that, as its bytes suggest. */
import type { LanguageModelUsage } from "ai";

import type { Price, AnswerMetadata, TokenCounts } from "../../model.ts";

export interface TokenSpend {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
  readonly usd: number;
  /** Part of it was estimated, not reported. */
  readonly estimated: boolean;
}

export const NOTHING_SPENT: TokenSpend = {
  input: 0,
  cached: 0,
  written: 0,
  output: 0,
  usd: 0,
  estimated: false,
};

/** Bytes of a token, rather too few than too many: what is reserved must not be less than what is taken. */
export const BYTES_PER_TOKEN = 3;

// what vendors wrap around a prompt and a schema
const WRAPPING_TOKENS = 500;

export function estimateTokenCount(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

export function estimateInputTokens(bytes: number): number {
  return estimateTokenCount(bytes) + WRAPPING_TOKENS;
}

export interface BilledExchange {
  /** Undefined if the stream broke before it was reported. */
  readonly usage: LanguageModelUsage | undefined;
  readonly promptBytes: number;
  readonly answer: string;
  readonly price: Price | null | undefined;
}

export function computeTokenSpend({
  usage,
  promptBytes,
  answer,
  price,
}: BilledExchange): TokenSpend {
  const told = usage && readReportedTokens(usage);
  const tokens = told ?? {
    input: estimateInputTokens(promptBytes),
    cached: 0,
    written: 0,
    output: estimateTokenCount(Buffer.byteLength(answer)),
  };
  return { ...tokens, usd: price?.usd(tokens) ?? 0, estimated: told === undefined };
}

/** A server that reports nothing, zero for a prompt that was sent, or what no one can have counted, does not tell. */
function readReportedTokens(usage: LanguageModelUsage): Required<TokenCounts> | undefined {
  const { inputTokens: input = 0, outputTokens: output = 0, inputTokenDetails: details } = usage;
  const { cacheReadTokens: cached = 0, cacheWriteTokens: written = 0 } = details;
  const counted = [input, cached, written, output].every(
    (count) => Number.isSafeInteger(count) && count >= 0,
  );
  return counted && input > 0 ? { input, cached, written, output } : undefined;
}

export function addTokenSpend(a: TokenSpend, b: TokenSpend): TokenSpend {
  if (b === NOTHING_SPENT) return a;
  return {
    input: a.input + b.input,
    cached: a.cached + b.cached,
    written: a.written + b.written,
    output: a.output + b.output,
    usd: a.usd + b.usd,
    estimated: a.estimated || b.estimated,
  };
}

export function createServedRecord(
  spent: TokenSpend,
  { provider, model, price }: Pick<AnswerMetadata, "provider" | "model"> & { price?: Price | null },
): AnswerMetadata {
  const approximate = price?.approximate === true || (price && spent.estimated);
  const known = price === null ? "unknown" : approximate ? "approximate" : "known";
  return {
    provider,
    model,
    version: null,
    inputTokens: spent.input,
    outputTokens: spent.output,
    costUsd: spent.usd,
    ...(spent.cached > 0 && { cachedTokens: spent.cached }),
    ...(known !== "known" && { price: known }),
  };
}
