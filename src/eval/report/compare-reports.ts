/** Two evaluations of the same items, arm by arm: what changed between them, paired by item. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { CellScore } from "../cells/score-cell.ts";
import type { EvalItem } from "../items/eval-item.ts";
import { comparePairedScores } from "../statistics/paired-comparison.ts";
import { adjustByHolm } from "../statistics/test-power.ts";
import { formatP, formatPercent } from "./markdown-table.ts";

export function compareReportFiles(first: string, second: string): string[] {
  const a = readRows<CellScore>(join(first, "scores.jsonl"));
  const b = readRows<CellScore>(join(second, "scores.jsonl"));
  const clusters = new Map(
    readRows<EvalItem>(join(first, "items.jsonl")).map(({ id, cluster }) => [id, cluster]),
  );
  const arms = [...new Set(a.map(({ arm }) => arm))].filter((arm) =>
    b.some((one) => one.arm === arm),
  );
  if (arms.length === 0) return ["The two evaluations have no arm in common."];
  const compared = arms.map((arm) => {
    const others = new Map(b.filter((one) => one.arm === arm).map((one) => [one.item, one.score]));
    const pairs = a.flatMap(({ arm: own, item, score }) => {
      const other = others.get(item) ?? null;
      return own !== arm || score === null || other === null
        ? []
        : [{ item, cluster: clusters.get(item) ?? null, first: other, second: score }];
    });
    return { arm, result: comparePairedScores(pairs, { seed: `compare ${arm}` }) };
  });
  const adjusted = adjustByHolm(compared.flatMap(({ result }) => result.midP ?? []));
  let next = 0;
  return compared.map(({ arm, result }) => {
    const p = result.midP === null ? null : (adjusted[next++] ?? null);
    if (result.pairs === 0) return `${arm}: no item in common.`;
    const { low, high } = result.interval;
    const verdict = {
      first: "better",
      second: "worse",
      equivalent: "the same within 2 points",
      open: "no difference is shown",
      "too-few": "too few items for a claim",
    }[result.verdict];
    return (
      `${arm}: ${formatPercent(result.second)} before, ${formatPercent(result.first)} after, ` +
      `${(result.difference * 100).toFixed(1)} points (${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}), ` +
      `${result.pairs} items${p === null ? "" : `, p ${formatP(p)} after Holm`}: ${verdict}.`
    );
  });
}

function readRows<Row>(path: string): Row[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line) as Row]));
}
