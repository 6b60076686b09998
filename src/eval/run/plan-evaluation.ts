/** An evaluation planned in full before anything is spent: items, arms, price, and what the items can show. */
import type { DebateExpense } from "../../app/debate-expense.ts";
import { computePairsNeeded } from "../../audit/statistics/statistics.ts";
import type { Estimate } from "../../debates/estimate.ts";
import type { Dissent } from "../../dissent.ts";
import { NO_LIMITS } from "../../plan.ts";
import { type EvalArm, parseEvalArms } from "../arms/parse-arm.ts";
import { type CellSetting, planCell } from "../arms/plan-cell.ts";
import type { EvalItem } from "../items/eval-item.ts";
import { readEvalItems } from "../items/read-items.ts";
import { FEWEST_ITEMS } from "../statistics/paired-comparison.ts";
import { computeTestPower } from "../statistics/test-power.ts";
import type { SuiteText } from "../suites/find-suite.ts";
import { canRunItem, isDerivedArm } from "./run-evaluation.ts";
import { digestItems, type RunIdentity } from "./run-folder.ts";
import type { EvalCaps } from "./run-state.ts";

export const DEFAULT_ARMS = "single,sc@3,vote1,sc@budget,debate";

export interface EvalRequest {
  readonly suite: SuiteText;
  readonly models: readonly string[];
  readonly arms: string;
  readonly seed: string;
  readonly seats: number;
  readonly maxItems: number | null;
  readonly timeoutMs: number | null;
  readonly map: Readonly<Record<string, string>>;
  readonly caps: EvalCaps;
  readonly confirmAboveUsd: number;
}

export interface EvalPlan {
  readonly name: string;
  readonly arms: readonly EvalArm[];
  readonly items: readonly EvalItem[];
  readonly notes: readonly string[];
  readonly setting: CellSetting;
  readonly caps: EvalCaps;
  readonly identity: RunIdentity;
  readonly expense: DebateExpense;
  /** Said before it starts. */
  readonly lines: readonly string[];
}

export async function planEvaluation(
  app: Pick<Dissent, "plan" | "estimate" | "protocols">,
  request: EvalRequest,
): Promise<EvalPlan> {
  const { suite, models, seed, seats, maxItems, timeoutMs, map, caps } = request;
  const arms = parseEvalArms(request.arms, app.protocols);
  const reading = readEvalItems({ text: suite.text, name: suite.file, seed, map });
  const items = maxItems === null ? reading.items : reading.items.slice(0, maxItems);
  const setting: CellSetting = {
    seed,
    models,
    seats,
    timeoutMs,
    plan: (protocol, asked) => app.plan(protocol, asked),
    protocols: app.protocols,
  };
  const estimate = await estimateEvaluation(app, { arms, items, setting });
  const jobs = arms.reduce(
    (sum, arm) =>
      sum + (isDerivedArm(arm) ? 0 : items.filter((item) => canRunItem(arm, item)).length),
    0,
  );
  return {
    name: suite.name,
    arms,
    items,
    notes: reading.notes,
    setting,
    caps,
    identity: {
      suite: suite.name,
      arms: arms.map(({ name }) => name),
      models,
      seed,
      seats,
      items: digestItems(items),
    },
    expense: {
      estimate,
      limits: { ...NO_LIMITS, usd: caps.usd },
      confirmAboveUsd: request.confirmAboveUsd,
      found: [],
    },
    lines: [
      `${suite.name}: ${items.length} items (${reading.format}), ${arms.length} arms, ${jobs} debates, ${estimate.calls.min} to ${estimate.calls.max} calls`,
      ...reading.notes.map((note) => `Note: ${note}.`),
      describePower(items),
    ],
  };
}

/** Planned on the first item that each arm can take, and multiplied. */
async function estimateEvaluation(
  app: Pick<Dissent, "estimate">,
  { arms, items, setting }: Pick<EvalPlan, "arms" | "items" | "setting">,
): Promise<Estimate> {
  let total: Estimate | null = null;
  for (const arm of arms) {
    const own = items.filter((item) => canRunItem(arm, item));
    const [item] = own;
    if (!item || isDerivedArm(arm)) continue;
    const debate =
      arm.kind === "sc-budget"
        ? arms.find(({ kind }) => kind === "debate" || kind === "free")
        : arm;
    if (!debate) continue;
    // samples for the price of a debate cost what the debate costs
    const plan = planCell({ arm: debate, item, cell: "estimate" }, setting, {});
    const one = scaleEstimate(await app.estimate(plan), own.length);
    total = total === null ? one : addEstimates(total, one);
  }
  return (
    total ?? {
      calls: { min: 0, max: 0 },
      bytes: 0,
      models: [],
      usd: null,
      approximate: false,
      reservedUsd: 0,
      unpriced: [],
      hosts: [],
    }
  );
}

function scaleEstimate(one: Estimate, times: number): Estimate {
  return {
    ...one,
    calls: { min: one.calls.min * times, max: one.calls.max * times },
    usd: one.usd && { min: one.usd.min * times, max: one.usd.max * times },
    reservedUsd: one.reservedUsd * times,
  };
}

function addEstimates(a: Estimate, b: Estimate): Estimate {
  return {
    calls: { min: a.calls.min + b.calls.min, max: a.calls.max + b.calls.max },
    bytes: Math.max(a.bytes, b.bytes),
    models: [...a.models, ...b.models],
    usd:
      a.usd && b.usd
        ? { min: a.usd.min + b.usd.min, max: a.usd.max + b.usd.max }
        : (a.usd ?? b.usd),
    approximate: a.approximate || b.approximate,
    reservedUsd: a.reservedUsd + b.reservedUsd,
    unpriced: [...new Set([...a.unpriced, ...b.unpriced])],
    hosts: [...new Set([...a.hosts, ...b.hosts])],
  };
}

/** What this many items can show, before they are paid for: by the test that will be used. */
function describePower(items: readonly EvalItem[]): string {
  // of a text with planted flaws each flaw is a case
  const pairs = items.reduce(
    (sum, { kind, flaws }) => sum + (kind === "review" ? flaws.length : Number(kind !== "open")),
    0,
  );
  if (pairs < FEWEST_ITEMS)
    return `Power: ${pairs} cases with a known answer are too few for any claim; ${FEWEST_ITEMS} are the least.`;
  const ask = (delta: number): number =>
    computeTestPower({ pairs, discordant: 0.2, delta, test: "mid-p" });
  return (
    `Power (mid-p McNemar, arms differ on 20 % of items): ${Math.round(ask(0.05) * 100)} % for a difference of 5 points, ` +
    `${Math.round(ask(0.1) * 100)} % for 10; ${computePairsNeeded(0.2, 0.05)} items give 80 % for 5 points.`
  );
}
