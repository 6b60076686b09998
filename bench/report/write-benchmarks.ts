/** Fills the part of BENCHMARKS.md that a run generates. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Pace, Section } from "../sections/section.ts";
import { figure, judgeBar, spelled } from "./print.ts";

export interface Report {
  readonly machine: {
    readonly node: string;
    readonly cores: number;
    readonly processor: string;
    readonly date: string;
  };
  readonly pace: Pace;
  readonly minutes: number;
  readonly sections: readonly Section[];
  /** Numbers of sections that threw. */
  readonly failed: readonly string[];
}

const PAGE = fileURLToPath(new URL("../BENCHMARKS.md", import.meta.url));
const BEGIN = "<!-- figures: npm run bench -- --write -->";
const END = "<!-- /figures -->";

export function writeBenchmarks(report: Report): void {
  const page = readFileSync(PAGE, "utf8");
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`${PAGE} has no place for the figures.`);
  const figures = `${BEGIN}\n\n${formatFigures(report)}\n`;
  writeFileSync(PAGE, `${page.slice(0, from)}${figures}${page.slice(to)}`);
}

function formatFigures({ machine, pace, minutes, sections, failed }: Report): string {
  const bars = sections.flatMap((section) => section.bars);
  const met = bars.filter((bar) => judgeBar(bar) === "met").length;
  const run = pace === "quick" ? "A quick run" : "A full run";
  return [
    `${run}: Node ${machine.node.replace(/^v/, "")}, ${machine.cores} cores (${machine.processor}), ${machine.date}, ${minutes.toFixed(1)} minutes. ${met} of ${bars.length} bars met.`,
    ...(failed.length === 0
      ? []
      : [`Sections ${failed.join(", ")} failed, and nothing of them is below.`]),
    formatTable(
      ["Bar", "Wanted", "Measured", ""],
      bars.map((bar) => [
        bar.text,
        `at most ${figure(bar.limit)}`,
        figure(bar.measured),
        judgeBar(bar) === "met" ? "met" : "missed",
      ]),
    ),
    ...sections.flatMap(({ title, columns, rows, notes = [] }) => [
      `#### ${title}`,
      formatTable(
        columns,
        rows.map((row) => row.map(spelled)),
      ),
      ...(notes.length === 0 ? [] : [notes.join(" ")]),
    ]),
    "",
  ].join("\n\n");
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
