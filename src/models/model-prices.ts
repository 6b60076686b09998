/** Token prices from a list that ships with the package: no network, and the list has its own date. */
import type { MatchLogic, PriceCalculation } from "@pydantic/genai-prices";

import type { Price, TokenCounts } from "../model.ts";

export interface PriceLookup {
  /** As the list calls the provider; else `baseUrl` says who it is. */
  readonly provider?: string;
  readonly baseUrl?: string | null;
  readonly modelId: string;
  /** Dollars a million tokens, where the configuration says so: believed before the list. */
  readonly configured?: ConfiguredPrice | undefined;
  readonly nowMs: number;
}

export interface ConfiguredPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  readonly cachedPerMillion?: number | undefined;
}

/** Null where nobody knows. The list is large, so it is loaded when first asked. */
export async function findModelPrice(setting: PriceLookup): Promise<Price | null> {
  const { provider, baseUrl, modelId, configured, nowMs } = setting;
  if (configured) return createConfiguredPrice(configured);
  const { calcPrice, findProvider } = await import("@pydantic/genai-prices");
  // an address that the list does not know must not get the price of another provider's model of that name
  const providerId = provider ?? findProvider({ providerApiUrl: baseUrl ?? "" })?.id;
  if (providerId === undefined) return null;
  const options = { providerId, timestamp: new Date(nowMs) };
  const priced = (tokens: TokenCounts): PriceCalculation | null => {
    try {
      return calcPrice(toPricingUsage(tokens), modelId, options);
    } catch {
      // a gap in the list is no reason to stop: the price is unknown
      return null;
    }
  };
  const found = priced({ input: 1_000, output: 1_000 });
  // a model that is listed without a price, or for something else than text, has none for us
  if (!found || !hasTextPrice(found)) return null;
  return {
    approximate:
      !matchesModelId(found.model.match, modelId) && !isDatedModelId(modelId, found.model.id),
    usd: (tokens) => priced(tokens)?.total_price ?? 0,
  };
}

function createConfiguredPrice(price: ConfiguredPrice): Price {
  const { inputPerMillion, outputPerMillion, cachedPerMillion = inputPerMillion } = price;
  return {
    approximate: false,
    usd(tokens) {
      const { input, cached, output } = normalizeTokenCounts(tokens);
      const dollars =
        (input - cached) * inputPerMillion + cached * cachedPerMillion + output * outputPerMillion;
      return dollars / 1_000_000;
    },
  };
}

function toPricingUsage(tokens: TokenCounts): Record<string, number> {
  const { input, cached, written, output } = normalizeTokenCounts(tokens);
  return {
    input_tokens: input,
    output_tokens: output,
    ...(cached > 0 && { cache_read_tokens: cached }),
    ...(written > 0 && { cache_write_tokens: written }),
  };
}

/** A provider may count cached tokens beside the input instead of in it; the parts never exceed the whole. */
function normalizeTokenCounts({
  input,
  cached = 0,
  written = 0,
  output,
}: TokenCounts): Required<TokenCounts> {
  const all = sanitizeTokenCount(input);
  const read = Math.min(sanitizeTokenCount(cached), all);
  return {
    input: all,
    cached: read,
    written: Math.min(sanitizeTokenCount(written), all - read),
    output: sanitizeTokenCount(output),
  };
}

function sanitizeTokenCount(tokens: number): number {
  return Number.isFinite(tokens) && tokens > 0 ? tokens : 0;
}

function hasTextPrice({ model_price }: PriceCalculation): boolean {
  return model_price["input_mtok"] !== undefined && model_price["output_mtok"] !== undefined;
}

/** Whether the list names this very model, and not only the beginning of its name. */
function matchesModelId(match: MatchLogic, modelId: string): boolean {
  if ("equals" in match) return match.equals === modelId;
  if ("regex" in match)
    return (
      match.regex.startsWith("^") &&
      match.regex.endsWith("$") &&
      new RegExp(match.regex).test(modelId)
    );
  if ("or" in match) return match.or.some((one) => matchesModelId(one, modelId));
  if ("and" in match) return match.and.every((one) => matchesModelId(one, modelId));
  return false;
}

/** `claude-haiku-4-5-20251001` is `claude-haiku-4-5`; `claude-sonnet-5-5` is not `claude-sonnet-5`. */
function isDatedModelId(modelId: string, listed: string): boolean {
  if (!modelId.startsWith(listed)) return false;
  return /^(?:[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest))?$/.test(modelId.slice(listed.length));
}
