/** What a debate would take, for a dry run. */
import { priceWords, rangeOf, reservationWords } from "../../app/estimate-words.ts";
import type { Estimate, ModelEstimate, Range } from "../../debates/estimate.ts";
import type { Limits } from "../../domain/event.ts";
import { padded, plain, type Style } from "../terminal/terminal.ts";

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
