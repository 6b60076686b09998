import { unpricedReason } from "../../app/expense.ts";
import type { Told } from "../../app/prepare-debate.ts";
/** What a run would ask of whom, what it would cost, and every byte it would show them. */
import type { BriefReading } from "../../config/briefs/read-brief.ts";
import { duration } from "../../reports/words.ts";
import { padded, plain, type Style } from "../terminal/terminal.ts";
import { estimateLines } from "./estimate.ts";
import { headLines } from "./head.ts";

export function dryRunLines(
  told: Told,
  { brief, skipped, findings }: BriefReading,
  style: Style,
): string[] {
  const { plan, estimate } = told;
  const { participants, limits, timeoutMs } = plan;
  const seats = participants.map(
    ({ name, stance, model }) =>
      `  ${padded(plain(name), 14)} ${padded(stance ?? "", 14)} ${plain(model)}`,
  );
  const sources = brief.sources.map(
    ({ id, title, bytes }) => `  ${padded(id, 8)} ${padded(`${bytes} bytes`, 14)} ${plain(title)}`,
  );
  const limited = Object.entries(limits).flatMap(([name, value]) =>
    value === null || name === "onLimit" ? [] : [`${name} ${value}`],
  );
  const refused = unpricedReason(estimate, limits);
  return [
    ...headLines(told, style),
    "",
    style.bold("Would ask"),
    ...seats,
    `  deadline ${duration(timeoutMs)} an answer, limits: ${limited.length === 0 ? "none" : limited.join(", ")}`,
    "",
    ...estimateLines(estimate, limits, style),
    ...(refused === null ? [] : [style.red(`  It would be refused: ${refused}`)]),
    "",
    style.bold("Would show every seat"),
    `  question and ${brief.options.length} options`,
    ...(sources.length === 0 ? ["  no further text"] : sources),
    `  in all   ${estimate.bytes} bytes, with every call`,
    ...skipped.map((path) => style.dim(`  left out: ${plain(path)}`)),
    ...findings.map(({ source, line, kind }) =>
      style.red(`  ${plain(source)}:${line} looks like a secret (${kind})`),
    ),
    "",
    "Nothing was asked and nothing was written.",
  ];
}
