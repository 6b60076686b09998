/** Who pays for what is started, and how much is left. */
import type { Estimate } from "../../debates/estimate.ts";
import { SetupError } from "../../errors.ts";
import type { DebateExpense } from "../debate-expense.ts";

export interface SpendingBudget {
  /** Dollars that may still be spent; null: no limit. */
  readRemainingUsd(): Promise<number | null>;
  /** Sets money aside, opens a debate that may cost that much, and binds the one to the other. */
  reserveAndOpen(usd: number, open: () => Promise<string>): Promise<string>;
  /** The same for a debate that is there and may from now on cost that much in all. */
  reserveForDebate(usd: number, debate: string): Promise<void>;
}

/** A person at their own machine, whose limits are those of the configuration. */
export const UNLIMITED_BUDGET: SpendingBudget = {
  readRemainingUsd: async () => null,
  reserveAndOpen: (_, open) => open(),
  reserveForDebate: async () => {},
};

// What a debate may cost at most, if its payer has a budget.
//
// CA1. Under a budget every debate has a cap, and it is at most what is left.
// CA2. Under a budget every price is known, whatever is allowed otherwise.

export async function capExpenseToBudget(
  spendingBudget: SpendingBudget,
  expense: DebateExpense,
): Promise<DebateExpense> {
  const left = await spendingBudget.readRemainingUsd();
  if (left === null) return expense;
  refuseInsufficientBudget(expense.estimate, left);
  const { unpriced: _, ...limits } = expense.limits;
  const usd = Math.min(limits.usd ?? computeSufficientCap(expense.estimate), left);
  return { ...expense, limits: { ...limits, usd }, estimate: capEstimate(expense.estimate, usd) };
}

/** What cannot even end is not begun; what is free always is. */
function refuseInsufficientBudget({ usd }: Estimate, left: number): void {
  if (usd === null || usd.max === 0 || (left > 0 && left >= usd.min)) return;
  throw new SetupError(
    "budget-spent",
    `The token has $${left.toFixed(2)} left, and this costs at least $${usd.min.toFixed(2)}.`,
    { hint: "Ask for a token with a larger budget, or seat models that cost less." },
  );
}

/** As much as it may cost by the estimate, and as is set aside before all seats are asked at once. */
function computeSufficientCap({ usd, reservedUsd }: Estimate): number {
  return Math.ceil(Math.max(usd?.max ?? 0, reservedUsd) * 100) / 100;
}

function capEstimate(estimate: Estimate, most: number): Estimate {
  const { usd } = estimate;
  if (usd === null) return estimate;
  return { ...estimate, usd: { min: Math.min(usd.min, most), max: Math.min(usd.max, most) } };
}
