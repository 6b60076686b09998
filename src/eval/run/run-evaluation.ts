/**
 * Runs every arm on every item as an ordinary debate, and picks up where an earlier process stopped.
 *
 * EV3. A debate that has ended is never run again, and one that was begun is continued: nothing recorded is paid twice.
 * EV4. Arms see the same items in the same order; what an arm needs of another is read from that arm's journal.
 */
import type { Clock } from "../../clock.ts";
import type { Dissent } from "../../dissent.ts";
import type { Steering } from "../../engine.ts";
import type { EvalArm } from "../arms/parse-arm.ts";
import { type CellKnowledge, type CellSetting, planCell } from "../arms/plan-cell.ts";
import { type EvalCell, readEvalCell } from "../cells/read-cell.ts";
import { scoreEvalCell } from "../cells/score-cell.ts";
import type { EvalItem } from "../items/eval-item.ts";
import {
  createRunState,
  type EvalCaps,
  type EvalProgress,
  type EvalStop,
  type RunState,
} from "./run-state.ts";

export interface EvaluationRun {
  readonly app: Pick<Dissent, "open" | "run" | "read" | "list">;
  readonly arms: readonly EvalArm[];
  readonly items: readonly EvalItem[];
  readonly setting: CellSetting;
  readonly caps: EvalCaps;
  readonly concurrency: number;
  readonly by: string;
  readonly clock?: Clock;
  readonly steering?: Steering;
  readonly onProgress?: (progress: EvalProgress) => void;
  /** Journals of debates that are known to be new need not be looked for. */
  readonly fresh?: boolean;
}

export interface EvaluationResult {
  readonly cells: readonly EvalCell[];
  readonly done: number;
  readonly total: number;
  readonly stopped: EvalStop | null;
}

/** Arms that are read from another arm's journals. */
export function isDerivedArm({ kind }: EvalArm): boolean {
  return kind === "vote1";
}

const LATER: ReadonlySet<EvalArm["kind"]> = new Set(["best-single", "sc-budget", "noise-peer"]);

interface CellJob {
  readonly arm: EvalArm;
  readonly item: EvalItem;
  readonly key: string;
}

export async function runEvaluation(run: EvaluationRun): Promise<EvaluationResult> {
  const { app, arms, items } = run;
  const jobs = listCellJobs(arms, items);
  const opened = new Map<string, string>();
  if (run.fresh !== true)
    for (const { id, brief } of await app.list()) if (!opened.has(brief)) opened.set(brief, id);
  const state = createRunState(run, jobs.length);
  const cells = new Map<string, EvalCell>();
  for (const phase of [false, true]) {
    const waiting = jobs.filter(({ arm }) => LATER.has(arm.kind) === phase);
    await runAtOnce(run.concurrency, waiting, async (job) => {
      if (state.stopped() !== null) return;
      const known = phase ? findKnowledge(job, { arms, items, cells }) : {};
      if (known === null) return;
      const cell = await runCell(run, { job, known, opened, state });
      if (cell) cells.set(`${job.arm.name}\u0000${job.item.id}`, cell);
    });
  }
  const own = [...cells.values()];
  return {
    cells: [...own, ...deriveBlindArms({ arms, items, cells }, own)],
    done: state.done(),
    total: jobs.length,
    stopped: state.stopped(),
  };
}

/** Item by item, so that a run that stops early has compared what it has. */
function listCellJobs(arms: readonly EvalArm[], items: readonly EvalItem[]): CellJob[] {
  return items.flatMap((item, index) =>
    arms.flatMap((arm, place) =>
      isDerivedArm(arm) || !canRunItem(arm, item)
        ? []
        : [{ arm, item, key: `arm-${place + 1}-item-${index + 1}` }],
    ),
  );
}

/** A canary needs a known answer and a wrong one; a vote needs something to be counted. */
export function canRunItem({ kind }: EvalArm, item: EvalItem): boolean {
  if (kind === "canary") return item.kind === "choice";
  if (kind === "recheck") return item.kind === "choice" || item.kind === "open";
  return true;
}

async function runCell(
  run: EvaluationRun,
  {
    job,
    known,
    opened,
    state,
  }: { job: CellJob; known: CellKnowledge; opened: Map<string, string>; state: RunState },
): Promise<EvalCell | null> {
  const { app, setting, steering, by } = run;
  const { arm, item, key } = job;
  const begun = opened.get(key);
  const debate = begun ?? (await app.open(planCell({ arm, item, cell: key }, setting, known), by));
  const already = begun === undefined ? [] : (await app.read(debate)).events;
  state.count(already);
  const place = { arm: arm.name, item: item.id };
  const earlier = readEvalCell(place, already);
  if (earlier) {
    state.end(already, already);
    return earlier;
  }
  const result = await app.run({
    debate,
    limits: state.begin(already),
    ...(steering && { steering }),
  });
  const { events } = await app.read(debate);
  if (result.status === "settled") {
    state.end(events, already);
    return readEvalCell(place, events);
  }
  if (result.status === "waiting") state.stop("waiting");
  else state.stop(result.reason === "limit" ? "limit" : "interrupted");
  return null;
}

async function runAtOnce<One>(
  count: number,
  all: readonly One[],
  act: (one: One) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) {
      const one = all[at];
      if (one !== undefined) await act(one);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(count, all.length)) }, work));
}

interface FinishedCells {
  readonly arms: readonly EvalArm[];
  readonly items: readonly EvalItem[];
  readonly cells: ReadonlyMap<string, EvalCell>;
}

/** Null where what it needs is missing, so that nothing is compared with a guess. */
function findKnowledge({ arm, item }: CellJob, finished: FinishedCells): CellKnowledge | null {
  const { arms, items, cells } = finished;
  const listCells = (name: string): EvalCell[] =>
    items.flatMap(({ id }) => cells.get(`${name}\u0000${id}`) ?? []);
  const single = arms.find(({ kind }) => kind === "single");
  switch (arm.kind) {
    case "sc-budget": {
      const debate =
        arms.find(({ kind }) => kind === "debate") ?? arms.find(({ kind }) => kind === "free");
      const paid = cells.get(`${debate?.name ?? ""}\u0000${item.id}`);
      const alone = listCells(single?.name ?? "");
      if (!paid || alone.length === 0) return null;
      const mean = alone.reduce((sum, { cost }) => sum + countTokens(cost), 0) / alone.length;
      // what costs nothing is matched by its calls
      const affordable = mean === 0 ? paid.cost.calls : countTokens(paid.cost) / mean;
      return { affordable: Math.max(1, Math.floor(affordable)) };
    }
    case "best-single": {
      const bestModel = findBestModel(finished);
      return bestModel === null ? null : { bestModel };
    }
    case "noise-peer": {
      const other = items[(items.indexOf(item) + 1) % items.length];
      const source = arms.find(
        ({ kind }) => kind !== "noise-peer" && !LATER.has(kind) && kind !== "vote1",
      );
      const said = cells.get(`${source?.name ?? ""}\u0000${other?.id ?? ""}`);
      if (!said) return null;
      return { elsewhere: [{ speaker: "Another participant", words: describeCell(said, other) }] };
    }
    default:
      return {};
  }
}

export function countTokens({ inputTokens, outputTokens }: EvalCell["cost"]): number {
  return inputTokens + outputTokens;
}

function describeCell(cell: EvalCell, item: EvalItem | undefined): string {
  const held = item?.options.find(({ id }) => id === cell.final)?.text ?? cell.final ?? "nothing";
  return `I answered: ${held}.`;
}

/** By the items of the split `dev` alone, so that the choice is not tested on what it was chosen by. */
function findBestModel({ arms, items, cells }: FinishedCells): string | null {
  const singles = arms.filter(({ kind }) => kind === "single");
  const dev = items.filter(({ split }) => split === "dev");
  const rated = singles.flatMap((arm) => {
    const own = dev.flatMap((item) => {
      const cell = cells.get(`${arm.name}\u0000${item.id}`);
      return cell ? [scoreEvalCell(cell, item).score ?? 0] : [];
    });
    const model = arm.kind === "single" ? arm.model : null;
    return own.length === 0 || model === null
      ? []
      : [{ model, mean: own.reduce((sum, one) => sum + one, 0) / own.length }];
  });
  return rated.sort((a, b) => b.mean - a.mean)[0]?.model ?? null;
}

/** The vote of the blind round, which every debate contains: no call of its own. Nobody votes on findings. */
function deriveBlindArms({ arms, items }: FinishedCells, own: readonly EvalCell[]): EvalCell[] {
  const reviews = new Set(items.flatMap(({ id, kind }) => (kind === "review" ? [id] : [])));
  const blind = arms.filter((arm) => arm.kind === "vote1");
  const debates = arms.filter(({ kind }) => kind === "debate" || kind === "free");
  return blind.flatMap((arm) => {
    const [lead] = debates.toSorted(
      (a, b) => Number(b.kind === "debate") - Number(a.kind === "debate"),
    );
    const source = debates.find(({ name }) => name === arm.of) ?? lead;
    return own
      .filter(({ arm: name, item }) => name === source?.name && !reviews.has(item))
      .map((cell): EvalCell => ({
        ...cell,
        arm: arm.name,
        turns: cell.turns.filter(({ round }) => round === 1),
        final: cell.blind,
        audited: cell.blind,
        choice: cell.blind,
        ending: cell.blind === null ? "open" : "decided",
        flips: [],
        findings: [],
        rounds: 1,
        cost: cell.blindCost,
      }));
  });
}
