/** Formats a dry run: whom it would ask what, what it would cost, and every byte they would be shown. */
import {
  describePriceEstimate,
  describeReservationWarning,
  explainUnpricedModels,
  formatPriceRange,
} from "../../app/debate-expense.ts";
import type { RunPreview } from "../../app/prepare-debate.ts";
import { WAYS_TO_CONNECT, listSeatsWithoutModel } from "../../app/seating/model-seating.ts";
import type { BriefReading } from "../../config/briefs/read-brief.ts";
import type { Estimate, EstimateRange, ModelEstimate } from "../../debates/estimate.ts";
import type { Limits } from "../../domain/journal/event.ts";
import { formatWallTime } from "../../reports/summary-text.ts";
import {
  type TerminalStyle,
  padToColumns,
  sanitizeForTerminal,
} from "../terminal/terminal-style.ts";
import { formatRunHead } from "./format-run-head.ts";

export function formatDryRun(
  told: RunPreview,
  { brief, skipped, findings }: BriefReading,
  style: TerminalStyle,
): string[] {
  const { plan, seating, estimate } = told;
  const withoutModel = listSeatsWithoutModel(plan, seating);
  const { participants, limits, timeoutMs } = plan;
  const seats = participants.map(
    ({ id, name, stance, model }) =>
      `  ${padToColumns(sanitizeForTerminal(name), 14)} ${padToColumns(stance ?? "", 14)} ${withoutModel.includes(id) ? "no model" : sanitizeForTerminal(model)}`,
  );
  const sources = brief.sources.map(
    ({ id, title, bytes }) =>
      `  ${padToColumns(id, 8)} ${padToColumns(`${bytes} bytes`, 14)} ${sanitizeForTerminal(title)}`,
  );
  const limited = Object.entries(limits).flatMap(([name, value]) =>
    value === null || name === "onLimit" ? [] : [`${name} ${value}`],
  );
  const refused = explainUnpricedModels(estimate, limits);
  return [
    ...formatRunHead(told, style),
    "",
    style.bold("Would ask"),
    ...seats,
    ...(withoutModel.length === 0
      ? []
      : ["  connect a model:", ...WAYS_TO_CONNECT.map((way) => `    ${way}`)]),
    `  deadline ${formatWallTime(timeoutMs)} an answer, limits: ${limited.length === 0 ? "none" : limited.join(", ")}`,
    "",
    ...formatEstimateLines(estimate, limits, style),
    ...(refused === null ? [] : [style.red(`  It would be refused: ${refused}`)]),
    "",
    style.bold("Would show every seat"),
    `  question and ${brief.options.length} options`,
    ...(sources.length === 0 ? ["  no further text"] : sources),
    `  in all   ${estimate.bytes} bytes, with every call`,
    ...skipped.map((path) => style.dim(`  left out: ${sanitizeForTerminal(path)}`)),
    ...findings.map(({ source, line, kind }) =>
      style.red(`  ${sanitizeForTerminal(source)}:${line} looks like a secret (${kind})`),
    ),
    "",
    "Nothing was asked and nothing was written.",
  ];
}

// What a debate would take, for a dry run.

/** For a dry run: model by model, then where it would go. */
function formatEstimateLines(estimate: Estimate, limits: Limits, style: TerminalStyle): string[] {
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
    row("total", calls, `${price ?? "no price per call"}, repairs not counted`),
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
