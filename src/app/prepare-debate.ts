import type { Estimate } from "../debates/estimate.ts";
/** From a brief and a configuration to a debate that could be opened: planned, checked, priced. Nothing is spent. */
import type { EarlierDecision } from "../domain/similar-decisions.ts";
import type { Plan } from "../plan.ts";
import {
  type CassetteOptions,
  type AppContext,
  createOwnKeyRedactor,
  createPlanningApp,
} from "./app-context.ts";
import type { DebateExpense } from "./debate-expense.ts";
import { findSimilarProjectDecisions } from "./earlier-decisions.ts";
import type { ModelSeating } from "./model-seating.ts";
import { type DebateInput, planSeatedDebate } from "./plan-debate.ts";
import { refuseOwnKeys } from "./refuse-secrets.ts";

/** A plan with all that is said of it before it starts. */
export interface RunPreview {
  readonly plan: Plan;
  readonly seating: ModelSeating;
  readonly notices: readonly string[];
  readonly estimate: Estimate;
}

export interface PreparedDebate {
  readonly preview: RunPreview;
  readonly expense: DebateExpense;
  /** Earlier decisions on a like question. */
  readonly similar: readonly EarlierDecision[];
  /** The plan once it is known who works; asks those of whom nothing fresh is remembered. */
  readonly withKnownGood: () => Promise<Plan>;
}

export interface DebatePreparation {
  readonly input: DebateInput;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly models: CassetteOptions;
}

export async function prepareDebate(
  desk: AppContext,
  preparing: DebatePreparation,
): Promise<PreparedDebate> {
  const { input: opening, models } = preparing;
  const { reading, configuration } = opening;
  // planned before the database is made: a mistake leaves nothing behind
  const planning = createPlanningApp(desk, models);
  const { plan, seating, withKnownGood } = await planSeatedDebate(planning, {
    context: desk,
    ...preparing,
  });
  const told = {
    plan,
    seating,
    notices: await planning.notices(plan),
    estimate: await planning.estimate(plan),
  };
  refuseOwnKeys(reading, { cwd: desk.cwd, redact: createOwnKeyRedactor(desk) });
  const expense = {
    estimate: told.estimate,
    limits: plan.limits,
    confirmAboveUsd: configuration.values.confirmAboveUsd,
    found: seating.from === "found" ? seating.models : [],
  };
  return {
    preview: told,
    expense,
    similar: await findSimilarProjectDecisions(desk, plan),
    withKnownGood,
  };
}
