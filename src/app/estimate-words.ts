import type { Estimate, EstimateRange } from "../debates/estimate.ts";
/** What a debate would take, in words: a range before it starts, and every host it would reach. */
import type { Limits } from "../domain/event.ts";
import { formatDollars } from "../reports/summary-text.ts";

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
    ...(unpriced.length === 0 ? [] : [paid ? `${models} of unknown price` : "price unknown"]),
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
