/** Formats the options of a question. */
import type { Option } from "../../domain/brief.ts";
import {
  type TerminalStyle,
  measureColumns,
  sanitizeForTerminal,
  stripColours,
} from "../terminal/terminal-style.ts";

/** The options side by side where they fit, else one below the other. */
export function formatOptionsForTerminal(
  options: readonly Pick<Option, "id" | "label">[],
  style: TerminalStyle,
): string[] {
  const labels = options.map(
    ({ id, label }, index) =>
      `${style.option(index, sanitizeForTerminal(id))} ${sanitizeForTerminal(label)}`,
  );
  if (labels.length === 0) return [];
  const beside = labels.join("   ");
  return measureColumns(stripColours(beside)) <= style.columns ? [beside] : labels;
}
