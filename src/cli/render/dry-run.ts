/** What a run would ask of whom, and every byte it would show them. */
import type { BriefReading } from "../../intake/read-brief.ts";
import type { Plan } from "../../plan.ts";
import { duration } from "../../reports/words.ts";
import { padded, plain, type Style } from "../terminal.ts";
import { headLines } from "./summary.ts";

export function dryRunLines(
  plan: Plan,
  { brief, skipped, findings }: BriefReading,
  { style, notices }: { style: Style; notices: readonly string[] },
): string[] {
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
  return [
    ...headLines(
      {
        question: brief.question,
        options: brief.options,
        protocol: plan.protocol.id,
        seats: participants.length,
        calls: plan.calls,
        notices,
      },
      style,
    ),
    "",
    style.bold("Would ask"),
    ...seats,
    `  deadline ${duration(timeoutMs)} an answer, limits: ${limited.length === 0 ? "none" : limited.join(", ")}`,
    "",
    style.bold("Would show every seat"),
    `  question and ${brief.options.length} options`,
    ...(sources.length === 0 ? ["  no further text"] : sources),
    ...skipped.map((path) => style.dim(`  left out: ${plain(path)}`)),
    ...findings.map(({ source, line, kind }) =>
      style.red(`  ${plain(source)}:${line} looks like a secret (${kind})`),
    ),
    "",
    "Nothing was asked and nothing was written.",
  ];
}
