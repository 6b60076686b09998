import type { Estimate } from "../debates/estimate.ts";
/** From a brief and a configuration to a debate that could be opened: planned, checked, priced. Nothing is spent. */
import type { EarlierDecision } from "../domain/earlier.ts";
import type { Plan } from "../plan.ts";
import { type AppSetting, type Desk, ownKeyRedactor, planningApp } from "./desk.ts";
import { similarHere } from "./earlier-decisions.ts";
import type { Expense } from "./expense.ts";
import { type Opening, plannedDebate } from "./plan-debate.ts";
import { refuseOwnKeys } from "./refuse-secrets.ts";
import type { Seating } from "./seating.ts";

/** A plan with all that is said of it before it starts. */
export interface Told {
  readonly plan: Plan;
  readonly seating: Seating;
  readonly notices: readonly string[];
  readonly estimate: Estimate;
}

export interface Prepared {
  readonly told: Told;
  readonly expense: Expense;
  /** Earlier decisions on a like question. */
  readonly similar: readonly EarlierDecision[];
  /** The plan once it is known who works; asks those of whom nothing fresh is remembered. */
  readonly withKnownGood: () => Promise<Plan>;
}

export interface Preparing {
  readonly opening: Opening;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly models: AppSetting;
}

export async function prepareDebate(desk: Desk, preparing: Preparing): Promise<Prepared> {
  const { opening, models } = preparing;
  const { reading, configuration } = opening;
  // planned before the database is made: a mistake leaves nothing behind
  const planning = planningApp(desk, models);
  const { plan, seating, withKnownGood } = await plannedDebate(planning, { desk, ...preparing });
  const told = {
    plan,
    seating,
    notices: await planning.notices(plan),
    estimate: await planning.estimate(plan),
  };
  refuseOwnKeys(reading, { cwd: desk.cwd, redact: ownKeyRedactor(desk) });
  const expense = {
    estimate: told.estimate,
    limits: plan.limits,
    confirmAboveUsd: configuration.values.confirmAboveUsd,
    found: seating.from === "found" ? seating.models : [],
  };
  return { told, expense, similar: await similarHere(desk, plan), withKnownGood };
}
