/** Months as columns: how strong the outcomes were, or what they cost; with the same as a table. */
import {
  OUTCOME_STRENGTHS,
  type OutcomeStrength,
} from "../../src/audit/measures/outcome-strength.ts";
import type { MonthlyStats } from "../../src/audit/monthly-stats.ts";
import { FoldedDataTable } from "../kit/data-table.tsx";
import { formatUsd } from "../kit/format-text.ts";

/** More columns would be too narrow for their names. */
const MOST_MONTHS = 12;
const COLUMN = 52;
const HEIGHT = 150;
const FOOT = 20;
const HEAD = 18;

const NAME = new Intl.DateTimeFormat(undefined, {
  month: "short",
  year: "2-digit",
  timeZone: "UTC",
});

interface MonthChartProps {
  readonly months: readonly MonthlyStats[];
  readonly kind: "strengths" | "cost";
}

export function MonthChart({ months, kind }: MonthChartProps) {
  const shown = months.slice(-MOST_MONTHS);
  const most = Math.max(...shown.map((one) => sumParts(one, kind)), 0);
  const width = Math.max(shown.length, 4) * COLUMN;
  const rows = shown.map(
    (one) => [formatMonth(one.month), ...listCells(one, kind)] as [string, ...string[]],
  );
  return (
    <>
      <div class="pad">
        <svg
          class="months"
          viewBox={`0 0 ${width} ${HEIGHT + HEAD + FOOT}`}
          role="img"
          aria-label={rows.map((cells) => cells.join(" ")).join("; ")}
        >
          {shown.map((one, index) => (
            <MonthColumn key={one.month} month={one} x={index * COLUMN} kind={kind} most={most} />
          ))}
        </svg>
        {kind === "strengths" && <StrengthLegend />}
      </div>
      <FoldedDataTable
        caption={kind === "cost" ? "Cost by month" : "Strength of outcomes by month"}
        head={kind === "cost" ? ["Month", "Cost"] : ["Month", ...OUTCOME_STRENGTHS]}
        rows={rows}
      />
    </>
  );
}

function MonthColumn({
  month,
  x,
  kind,
  most,
}: {
  month: MonthlyStats;
  x: number;
  kind: MonthChartProps["kind"];
  most: number;
}) {
  let y = HEAD + HEIGHT;
  const scale = most === 0 ? 0 : HEIGHT / most;
  const whole = sumParts(month, kind);
  return (
    <g>
      {listParts(month, kind).map(({ name, amount }) => {
        const height = amount * scale;
        y -= height;
        return (
          <rect
            key={name}
            class={`part-${name}`}
            x={x + 8}
            y={y}
            width={COLUMN - 16}
            height={height}
          />
        );
      })}
      <text x={x + COLUMN / 2} y={y - 5}>
        {kind === "cost" ? formatUsd(whole) : whole}
      </text>
      <text class="month-name" x={x + COLUMN / 2} y={HEAD + HEIGHT + 15}>
        {formatMonth(month.month)}
      </text>
    </g>
  );
}

/** From the bottom up. */
function listParts(
  { strengths, costUsd }: MonthlyStats,
  kind: MonthChartProps["kind"],
): { readonly name: OutcomeStrength | "cost"; readonly amount: number }[] {
  if (kind === "cost") return [{ name: "cost", amount: costUsd }];
  return OUTCOME_STRENGTHS.toReversed().map((name) => ({ name, amount: strengths[name] }));
}

function sumParts(month: MonthlyStats, kind: MonthChartProps["kind"]): number {
  return listParts(month, kind).reduce((sum, { amount }) => sum + amount, 0);
}

function listCells({ strengths, costUsd }: MonthlyStats, kind: MonthChartProps["kind"]): string[] {
  if (kind === "cost") return [formatUsd(costUsd)];
  return OUTCOME_STRENGTHS.map((strength) => String(strengths[strength]));
}

function formatMonth(month: string): string {
  return NAME.format(new Date(`${month}-01T00:00:00Z`));
}

function StrengthLegend() {
  return (
    <ul class="strength-legend">
      {OUTCOME_STRENGTHS.toReversed().map((strength) => (
        <li key={strength}>
          <i class={`part-${strength}`} aria-hidden="true" /> {strength}
        </li>
      ))}
    </ul>
  );
}
