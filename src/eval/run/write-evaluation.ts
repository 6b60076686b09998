/** Turns what ran into the files of the run's folder. */
import type { Dissent } from "../../dissent.ts";
import { scoreEvalCell } from "../cells/score-cell.ts";
import { buildEvalReport, type EvalReport } from "../report/build-report.ts";
import { formatEvalPage } from "../report/html-page.ts";
import { buildInspectLog } from "../report/inspect-log.ts";
import { formatMarkdownReport } from "../report/markdown-report.ts";
import type { EvalPlan } from "./plan-evaluation.ts";
import type { EvaluationResult } from "./run-evaluation.ts";
import { listCallRows, writeReportFiles } from "./run-folder.ts";

export async function writeEvaluation(
  app: Pick<Dissent, "read">,
  folder: string,
  { plan, result }: { readonly plan: EvalPlan; readonly result: EvaluationResult },
): Promise<{ readonly report: EvalReport; readonly files: readonly string[] }> {
  const { arms, items, identity, notes } = plan;
  const cells = sortCells(plan, result);
  const report = buildEvalReport({
    seed: identity.seed,
    suite: identity.suite,
    models: identity.models,
    arms,
    items,
    cells,
    done: result.done,
    total: result.total,
    notes,
  });
  const byId = new Map(items.map((item) => [item.id, item]));
  const markdown = formatMarkdownReport(report);
  const [first] = cells;
  const openedMs = first ? ((await app.read(first.debate)).events[0]?.atMs ?? 0) : 0;
  const created = new Date(openedMs).toISOString();
  const files = writeReportFiles(folder, {
    items,
    scores: cells.flatMap((cell) => {
      const item = byId.get(cell.item);
      return item ? [scoreEvalCell(cell, item)] : [];
    }),
    calls: await listCallRows(
      app,
      cells.filter(({ arm }) => arms.find(({ name }) => name === arm)?.kind !== "vote1"),
    ),
    json: `${JSON.stringify(report, null, 2)}\n`,
    markdown,
    html: formatEvalPage(report, markdown),
    inspect: arms
      .filter(({ name }) => cells.some(({ arm }) => arm === name))
      .map(({ name }) => ({
        arm: name,
        log: buildInspectLog({ report, arm: name, items, cells, created, run: identity.items }),
      })),
  });
  return { report, files };
}

/** By arm and item, whichever debate ended first. */
function sortCells(
  { arms, items }: EvalPlan,
  { cells }: EvaluationResult,
): EvaluationResult["cells"] {
  const armAt = new Map(arms.map(({ name }, index) => [name, index]));
  const itemAt = new Map(items.map(({ id }, index) => [id, index]));
  return cells.toSorted(
    (a, b) =>
      (armAt.get(a.arm) ?? 0) - (armAt.get(b.arm) ?? 0) ||
      (itemAt.get(a.item) ?? 0) - (itemAt.get(b.item) ?? 0),
  );
}
