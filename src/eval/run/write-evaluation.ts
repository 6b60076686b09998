/** Turns what ran into the files of the run's folder. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Dissent } from "../../dissent.ts";
import { type FlawMark, readFlawMarks } from "../cells/flaw-marks.ts";
import { scoreEvalCell } from "../cells/score-cell.ts";
import { namesFlaw } from "../items/eval-item.ts";
import { buildEvalReport, type EvalReport } from "../report/build-report.ts";
import { formatEvalPage } from "../report/html-page.ts";
import { buildInspectLog } from "../report/inspect-log.ts";
import { formatMarkdownReport } from "../report/markdown-report.ts";
import type { EvalPlan } from "./plan-evaluation.ts";
import type { EvaluationResult } from "./run-evaluation.ts";
import { listCallRows, writeReportFiles } from "./run-folder.ts";

/** Where a reader corrects what was recognised by words. */
const MARKS_FILE = "marks.yaml";

export async function writeEvaluation(
  app: Pick<Dissent, "read">,
  folder: string,
  { plan, result }: { readonly plan: EvalPlan; readonly result: EvaluationResult },
): Promise<{ readonly report: EvalReport; readonly files: readonly string[] }> {
  const { arms, items, identity, notes } = plan;
  const cells = sortCells(plan, result);
  const marks = readMarksFile(folder, plan, cells);
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
    marks,
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
      return item ? [scoreEvalCell(cell, item, marks)] : [];
    }),
    findings: listFindingRows(plan, cells),
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
        log: buildInspectLog({
          report,
          arm: name,
          items,
          cells,
          created,
          run: identity.items,
          marks,
        }),
      })),
  });
  return { report, files };
}

function readMarksFile(
  folder: string,
  { items }: EvalPlan,
  cells: EvaluationResult["cells"],
): readonly FlawMark[] {
  const path = join(folder, MARKS_FILE);
  if (!existsSync(path)) return [];
  const known = cells.flatMap(({ arm, item }) =>
    (items.find(({ id }) => id === item)?.flaws ?? []).map((flaw) => ({
      arm,
      item,
      flaw: flaw.id,
    })),
  );
  return readFlawMarks(readFileSync(path, "utf8"), MARKS_FILE, known);
}

function listFindingRows({ items }: EvalPlan, cells: EvaluationResult["cells"]): object[] {
  return cells.flatMap(({ arm, item: id, debate, findings }) => {
    const item = items.find((one) => one.id === id);
    if (item?.kind !== "review") return [];
    return findings.map(({ by, words }) => ({
      arm,
      item: id,
      debate,
      by,
      flaws: item.flaws.filter((flaw) => namesFlaw(flaw, words)).map((flaw) => flaw.id),
      words,
    }));
  });
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
