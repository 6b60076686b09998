/** Figures and tables as the Markdown report writes them. */
import { escapeMarkdown } from "../../text/markdown.ts";
import type { CountedShare } from "../metrics/rates.ts";

export function formatShare({ share, count, of, interval }: CountedShare): string {
  if (share === null) return "-";
  return `${formatPercent(share)} (${count}/${of}; ${formatPercent(interval.low)} to ${formatPercent(interval.high)})`;
}

export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function formatNumber(value: number | null, digits = 3): string {
  return value === null ? "-" : value.toFixed(digits);
}

/** Of chance alone: never zero, however few digits there are. */
export function formatP(value: number | null): string {
  if (value === null) return "-";
  return value < 0.0001 ? "< 0.0001" : value.toFixed(4);
}

/** With commas: 62,192,044. */
export function formatAmount(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
