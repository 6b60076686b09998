/** What a debate may cost, and whether a person must confirm it first. */
import type { Estimate, EstimateRange } from "../debates/estimate.ts";
import { reassignModels } from "../debates/fork.ts";
import type { DebateRecord, Dissent } from "../dissent.ts";
import { readCurrentLimits } from "../domain/journal/current-limits.ts";
import { type Limits, readOpening } from "../domain/journal/event.ts";
import { SetupError } from "../errors.ts";
import { formatDollars } from "../reports/summary-text.ts";
import { sanitizeLine } from "../text/markdown.ts";

export interface DebateExpense {
  readonly estimate: Estimate;
  readonly limits: Limits;
  readonly confirmAboveUsd: number;
  /** References that were found and named by nobody. */
  readonly found: readonly string[];
}

/** K12: under a cap in dollars every call must have a price, unless a person allowed otherwise. */
export function refuseUnpricedModels(
  { estimate, limits }: Pick<DebateExpense, "estimate" | "limits">,
  hint = "Allow it with --allow-unpriced, say its price under endpoints in dissent.yaml, or leave the cap out.",
): void {
  const reason = explainUnpricedModels(estimate, limits);
  if (reason !== null) throw new SetupError("unpriced-model", reason, { hint });
}

export function explainUnpricedModels({ unpriced }: Estimate, limits: Limits): string | null {
  if (limits.usd === null || limits.unpriced === true || unpriced.length === 0) return null;
  const names = unpriced.map(sanitizeLine).join(", ");
  return `The price of ${names} is unknown, so a cap of ${formatDollars(limits.usd)} cannot be kept.`;
}

/** Null where nothing has to be agreed to. */
export function explainConfirmationNeeded({
  estimate,
  limits,
  confirmAboveUsd,
  found,
}: DebateExpense): string | null {
  const { usd, unpriced } = estimate;
  if (usd !== null && usd.max > confirmAboveUsd) {
    const price = describePriceEstimate(estimate, limits) ?? "";
    return `This may cost ${price}, which is above ${formatDollars(confirmAboveUsd)}`;
  }
  const strangers = unpriced.filter((reference) => found.includes(reference));
  if (strangers.length === 0 || limits.unpriced === true) return null;
  return `You did not name ${strangers.map(sanitizeLine).join(", ")}, and the price is unknown`;
}

/**
 * Priced as if all of it were run again. The part that the fork keeps is not paid for twice, so this is an upper bound.
 */
export async function estimateForkExpense(
  app: Dissent,
  request: {
    readonly record: DebateRecord;
    readonly models: Readonly<Record<string, string>>;
    readonly confirmAboveUsd: number;
  },
): Promise<DebateExpense> {
  const { record, models, confirmAboveUsd } = request;
  const { brief, settings, protocol, ...opened } = readOpening(record.events);
  const limits = readCurrentLimits(record.events);
  const participants = reassignModels(opened.participants, models);
  const rules = app.protocols.find(({ id }) => id === protocol);
  const calls = rules?.calls(participants, settings) ?? { min: 0, max: 0 };
  const estimate = await app.estimate({
    brief,
    participants,
    limits,
    calls,
    ...(rules && { protocol: rules }),
  });
  return { estimate, limits, confirmAboveUsd, found: [] };
}

// What a debate would take, in words: a range before it starts, and every host it would reach.

export const PRICE_UNKNOWN = "price unknown";

/** "about $0.05-0.23, 1 model of unknown price, cap $2.00"; null where answers cost nothing. */
export function describePriceEstimate(
  { usd, approximate, unpriced }: Estimate,
  limits: Pick<Limits, "usd">,
): string | null {
  const paid = usd !== null && usd.max > 0;
  if (!paid && unpriced.length === 0) return null;
  const models = unpriced.length === 1 ? "1 model" : `${unpriced.length} models`;
  const parts = [
    ...(paid ? [`${approximate ? "about " : ""}${formatPriceRange(usd)}`] : []),
    ...(unpriced.length === 0 ? [] : [paid ? `${models} of unknown price` : PRICE_UNKNOWN]),
    ...(limits.usd === null ? [] : [`cap ${formatDollars(limits.usd)}`]),
  ];
  return parts.join(", ");
}

/** Both ends with as many digits as the larger needs. */
export function formatPriceRange({ min, max }: EstimateRange): string {
  if (max === 0) return formatDollars(0);
  const digits = max >= 0.1 ? 2 : max >= 0.01 ? 3 : 4;
  const [low, high] = [min, max].map((usd) => Math.max(usd, 10 ** -digits).toFixed(digits));
  return low === high ? `$${high}` : `$${low}-${high}`;
}

/** K12: a cap that a round's reservations exceed stops the debate before the money is spent. */
export function describeReservationWarning(
  { reservedUsd }: Estimate,
  { usd }: Pick<Limits, "usd">,
): string | null {
  if (usd === null || reservedUsd <= usd) return null;
  return `asking all seats at once sets ${formatDollars(reservedUsd)} aside until they have answered, more than the cap: the debate may pause`;
}
