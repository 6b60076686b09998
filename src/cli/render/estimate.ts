/** What a debate would take, for a dry run. */
import {
  describePriceEstimate,
  formatPriceRange,
  describeReservationWarning,
} from "../../app/estimate-words.ts";
import type { Estimate, ModelEstimate, EstimateRange } from "../../debates/estimate.ts";
import type { Limits } from "../../domain/event.ts";
import {
  padToColumns,
  sanitizeForTerminal,
  type TerminalStyle,
} from "../terminal/terminal-style.ts";

/** For a dry run: model by model, then where it would go. */
export function formatEstimateLines(
  estimate: Estimate,
  limits: Limits,
  style: TerminalStyle,
): string[] {
  const { models, hosts, calls } = estimate;
  const price = describePriceEstimate(estimate, limits);
  const width =
    Math.max(...models.map(({ reference }) => sanitizeForTerminal(reference).length), 6) + 2;
  const row = (name: string, range: EstimateRange, words: string): string =>
    `  ${padToColumns(name, width)} ${padToColumns(`${formatCallRange(range)} calls`, 14)} ${words}`;
  const reservation = describeReservationWarning(estimate, limits);
  return [
    style.bold("Would cost"),
    ...models.map((one) =>
      row(sanitizeForTerminal(one.reference), one.calls, formatModelCost(one)),
    ),
    row("in all", calls, `${price ?? "no price per call"}, repairs not counted`),
    ...(reservation === null ? [] : [style.red(`  ${reservation}`)]),
    "",
    style.bold("Would reach"),
    `  ${hosts.length === 0 ? "no host" : hosts.map(sanitizeForTerminal).join(", ")}`,
  ];
}

function formatModelCost({ usd, approximate, inputTokens, outputTokens }: ModelEstimate): string {
  if (usd === null) return "price unknown";
  if (usd.max === 0) return "no price per call";
  const tokens = `${formatThousandsRange(inputTokens)} tokens in, ${formatThousandsRange(outputTokens)} out`;
  return `${approximate ? "about " : ""}${formatPriceRange(usd)}   ${tokens}`;
}

function formatCallRange({ min, max }: EstimateRange): string {
  return min === max ? `${max}` : `${min}-${max}`;
}

function formatThousandsRange({ min, max }: EstimateRange): string {
  return formatCallRange({ min: Math.ceil(min / 1_000), max: Math.ceil(max / 1_000) }) + "k";
}
