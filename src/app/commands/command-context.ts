/** The context of every command: the project, its debates, who runs them and who pays. */
import { type Clock, systemClock } from "../../clock.ts";
import type { Dissent } from "../../dissent.ts";
import type { AppContext } from "../app-context.ts";
import type { BackgroundRunner } from "./background-runner.ts";
import { type SpendingBudget, UNLIMITED_BUDGET } from "./spending-budget.ts";

/** The context of every command on debates, from any surface. */
export interface CommandContext {
  readonly context: AppContext;
  readonly app: Dissent;
  /** Runs what a command continues; null if the caller runs it, such as in a terminal. */
  readonly runner: BackgroundRunner | null;
  readonly clock: Clock;
  readonly budget: SpendingBudget;
  /** Whether people elsewhere act here: they name no file, script or program of this machine, and write none. */
  readonly isShared: boolean;
}

/** For a person at their own machine. */
export function createCommandContext(
  context: AppContext,
  app: Dissent,
  { runner = null, clock = systemClock }: Partial<Pick<CommandContext, "runner" | "clock">> = {},
): CommandContext {
  return { context, app, runner, clock, budget: UNLIMITED_BUDGET, isShared: false };
}
