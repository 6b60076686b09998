/** What a debate would take, in words: a range before it starts, and every host it would reach. */
import type { Limits } from "../../domain/event.ts";
import type { Estimate, ModelEstimate, Range } from "../../estimate.ts";
import { money } from "../../reports/words.ts";
import { padded, plain, type Style } from "../terminal.ts";

/** "about $0.05-0.23, 1 model of unknown price, cap $2.00"; null where answers cost nothing. */
export function priceWords(
  { usd, approximate, unpriced }: Estimate,
  limits: Pick<Limits, "usd">,
): string | null {
  const paid = usd !== null && usd.max > 0;
  if (!paid && unpriced.length === 0) return null;
  const models = unpriced.length === 1 ? "1 model" : `${unpriced.length} models`;
  const parts = [
    ...(paid ? [`${approximate ? "about " : ""}${rangeOf(usd)}`] : []),
    ...(unpriced.length === 0 ? [] : [paid ? `${models} of unknown price` : "price unknown"]),
    ...(limits.usd === null ? [] : [`cap ${money(limits.usd)}`]),
  ];
  return parts.join(", ");
}

/** Both ends with as many digits as the larger needs. */
export function rangeOf({ min, max }: Range): string {
  if (max === 0) return money(0);
  const digits = max >= 0.1 ? 2 : max >= 0.01 ? 3 : 4;
  const [low, high] = [min, max].map((usd) => Math.max(usd, 10 ** -digits).toFixed(digits));
  return low === high ? `$${high}` : `$${low}-${high}`;
}

/** K12: a cap that a round's reservations exceed stops the debate before the money is spent. */
export function reservationWords(
  { reservedUsd }: Estimate,
  { usd }: Pick<Limits, "usd">,
): string | null {
  if (usd === null || reservedUsd <= usd) return null;
  return `asking all seats at once sets ${money(reservedUsd)} aside until they have answered, more than the cap: the debate may pause`;
}

/** For a dry run: model by model, then where it would go. */
export function estimateLines(estimate: Estimate, limits: Limits, style: Style): string[] {
  const { models, hosts, calls } = estimate;
  const price = priceWords(estimate, limits);
  const width = Math.max(...models.map(({ reference }) => plain(reference).length), 6) + 2;
  const row = (name: string, range: Range, words: string): string =>
    `  ${padded(name, width)} ${padded(`${spelled(range)} calls`, 14)} ${words}`;
  const reservation = reservationWords(estimate, limits);
  return [
    style.bold("Would cost"),
    ...models.map((one) => row(plain(one.reference), one.calls, costOf(one))),
    row("in all", calls, `${price ?? "no price per call"}, repairs not counted`),
    ...(reservation === null ? [] : [style.red(`  ${reservation}`)]),
    "",
    style.bold("Would reach"),
    `  ${hosts.length === 0 ? "no host" : hosts.map(plain).join(", ")}`,
  ];
}

function costOf({ usd, approximate, inputTokens, outputTokens }: ModelEstimate): string {
  if (usd === null) return "price unknown";
  if (usd.max === 0) return "no price per call";
  const tokens = `${thousands(inputTokens)} tokens in, ${thousands(outputTokens)} out`;
  return `${approximate ? "about " : ""}${rangeOf(usd)}   ${tokens}`;
}

function spelled({ min, max }: Range): string {
  return min === max ? `${max}` : `${min}-${max}`;
}

function thousands({ min, max }: Range): string {
  return spelled({ min: Math.ceil(min / 1_000), max: Math.ceil(max / 1_000) }) + "k";
}
