/** The report as Markdown: what was asked, what came of it, and what the numbers do not allow. */
import { escapeMarkdown } from "../../text/markdown.ts";
import { FEWEST_ITEMS } from "../statistics/paired-comparison.ts";
import type { ArmComparison, EvalReport } from "./build-report.ts";
import {
  formatCalibration,
  formatCanaries,
  formatFlaws,
  formatMovement,
  formatPanels,
} from "./markdown-sections.ts";
import { formatAmount, formatP, formatShare, formatTable } from "./markdown-table.ts";
import type { ArmReport } from "./report-arm.ts";

export function formatMarkdownReport(report: EvalReport): string {
  const { suite, models, items, done, total, seed, simulated, kinds } = report;
  const sorts = Object.entries(kinds)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");
  const parts = [
    `# Evaluation: ${escapeMarkdown(suite)}`,
    [
      `${items} items (${sorts}). Models: ${models.map(escapeMarkdown).join(", ")}. Seed ${escapeMarkdown(String(seed))}.`,
      done < total
        ? `**Not finished: ${done} of ${total} debates have ended.** Figures below are of those.`
        : "",
      simulated
        ? "Simulated or scripted seats: these figures say nothing about language models."
        : "",
      report.saturated ?? "",
      ...report.notes.map((note) => `Note: ${escapeMarkdown(note)}.`),
    ]
      .filter((line) => line !== "")
      .join("\n"),
    formatComparisons(report.comparisons),
    formatArmTable(report.arms),
    formatCostTable(report.arms),
    formatMovement(report),
    formatPanels(report.arms),
    formatCalibration(report.arms),
    formatCanaries(report),
    formatFlaws(report),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function formatVerdict(
  verdict: ArmComparison["result"]["verdict"],
  first: string,
  second: string,
): string {
  switch (verdict) {
    case "first":
      return `${first} is better`;
    case "second":
      return `${second} is better`;
    case "equivalent":
      return "equal";
    case "open":
      return "not decided";
    case "too-few":
      return `under ${FEWEST_ITEMS} items`;
  }
}

function formatComparisons(comparisons: readonly ArmComparison[]): string {
  if (comparisons.length === 0) return "";
  const rows = comparisons.map(({ first, second, primary, result, adjustedP, itemsNeeded }) => [
    `${first} - ${second}${primary ? " (primary)" : ""}`,
    (result.difference * 100).toFixed(1),
    `${(result.interval.low * 100).toFixed(1)} to ${(result.interval.high * 100).toFixed(1)}`,
    result.discordant ? `${result.discordant.onlyFirst} / ${result.discordant.onlySecond}` : "-",
    formatP(result.midP),
    formatP(result.exactP),
    formatP(adjustedP),
    formatVerdict(result.verdict, first, second),
    itemsNeeded === null ? "-" : `${itemsNeeded}`,
  ]);
  return [
    "## What is shown",
    comparisons.map(({ sentence }) => `- ${escapeMarkdown(sentence)}`).join("\n"),
    formatTable(
      [
        "Arms",
        "Points",
        "95 % interval",
        "Only first / second",
        "mid-p",
        "exact p",
        "Holm",
        "Verdict",
        "Items for 80 % power",
      ],
      rows,
    ),
  ].join("\n\n");
}

function formatArmTable(arms: readonly ArmReport[]): string {
  const rows = arms.map((arm) => [
    arm.name,
    `${arm.items}`,
    formatShare(arm.accuracy) + (arm.claimed ? "" : ", no claim"),
    formatShare(arm.withoutUnparsed),
    formatShare(arm.unparsed),
    formatShare(arm.coverage),
    formatShare(arm.selective),
    arm.regret === null ? "-" : (arm.regret * 100).toFixed(1),
    formatShare(arm.oracle),
  ]);
  return [
    "## Arms",
    formatTable(
      [
        "Arm",
        "Items",
        "Right (95 %)",
        "Without unreadable",
        "Unreadable",
        "Decided",
        "Right where decided",
        "Points over its blind vote",
        "One seat right at first",
      ],
      rows,
    ),
  ].join("\n\n");
}

function formatCostTable(arms: readonly ArmReport[]): string {
  const rows = arms.map((arm) => [
    arm.name,
    formatAmount(arm.calls),
    formatAmount(arm.inputTokens),
    formatAmount(arm.outputTokens),
    `$${arm.costUsd.toFixed(4)}`,
    arm.tokensPerRight === null ? "-" : formatAmount(arm.tokensPerRight),
    `${arm.absences}`,
    `${arm.retries}`,
    `${arm.otherFindings}`,
  ]);
  return [
    "## What it took",
    formatTable(
      [
        "Arm",
        "Calls",
        "Tokens in",
        "Tokens out",
        "Cost",
        "Tokens per right answer",
        "Absences",
        "Retries",
        "Findings beside the planted",
      ],
      rows,
    ),
  ].join("\n\n");
}
