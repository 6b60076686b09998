import { explainUnpricedModels } from "../../app/debate-expense.ts";
import type { RunPreview } from "../../app/prepare-debate.ts";
/** What a run would ask of whom, what it would cost, and every byte it would show them. */
import type { BriefReading } from "../../config/briefs/read-brief.ts";
import { formatWallTime } from "../../reports/summary-text.ts";
import {
  padToColumns,
  sanitizeForTerminal,
  type TerminalStyle,
} from "../terminal/terminal-style.ts";
import { formatEstimateLines } from "./estimate.ts";
import { formatRunHead } from "./format-run-head.ts";

export function formatDryRun(
  told: RunPreview,
  { brief, skipped, findings }: BriefReading,
  style: TerminalStyle,
): string[] {
  const { plan, estimate } = told;
  const { participants, limits, timeoutMs } = plan;
  const seats = participants.map(
    ({ name, stance, model }) =>
      `  ${padToColumns(sanitizeForTerminal(name), 14)} ${padToColumns(stance ?? "", 14)} ${sanitizeForTerminal(model)}`,
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
