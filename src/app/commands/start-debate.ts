/** Opens a prepared debate once its cost is confirmed, and runs it. */
import { SetupError } from "../../errors.ts";
import type { Plan } from "../../plan.ts";
import {
  type DebateExpense,
  describePriceEstimate,
  explainConfirmationNeeded,
  refuseUnpricedModels,
} from "../debate-expense.ts";
import type { PreparedDebate } from "../prepare-debate.ts";
import { createNoModelError } from "../seating/model-seating.ts";
import type { CommandContext } from "./command-context.ts";
import { CommandRefusal } from "./command-refusal.ts";

/** Null where somebody agreed; else what is answered in place of a debate. Throws where nobody can be asked. */
export type AgreeToExpense<Declined> = (expense: DebateExpense) => Promise<Declined | null>;

export interface StartCommand<Declined> {
  readonly prepared: PreparedDebate;
  /** Who opens it, for the record. */
  readonly by: string;
  readonly agree: AgreeToExpense<Declined>;
  /** What to do where no model was found. */
  readonly noModelHint: string;
  /** What to do about a model without a price. */
  readonly unpricedHint?: string;
  /** The plan once it is known who works, where that is found out in another way. */
  readonly choosePlan?: () => Promise<Plan>;
}

/** The id of the debate, or what declined it. The database is opened last: a mistake leaves none behind. */
export async function startDebate<Declined>(
  {
    prepared,
    by,
    agree,
    noModelHint,
    unpricedHint,
    choosePlan = prepared.withKnownGood,
  }: StartCommand<Declined>,
  open: () => Pick<CommandContext, "app" | "budget" | "runner">,
): Promise<string | Declined> {
  const { expense, preview, withoutModel: seats } = prepared;
  if (seats.length > 0) throw createNoModelError(preview.plan, { seats, hint: noModelHint });
  refuseUnpricedModels(expense, unpricedHint);
  const declined = await agree(expense);
  if (declined !== null) return declined;
  const { limits } = expense;
  const plan = { ...(await choosePlan()), limits };
  const { app, budget, runner } = open();
  const debate = await budget.reserveAndOpen(limits.usd ?? 0, () => app.open(plan, by));
  await runner?.start(debate);
  return debate;
}

/** Nothing is spent that was not agreed to: not at all, or not that much. */
export function agreeUpTo(agreedUsd: number | undefined): AgreeToExpense<never> {
  return async (expense) => {
    const most = expense.estimate.usd?.max ?? 0;
    if (agreedUsd !== undefined) {
      // the price was shown with fewer digits than it has
      if (most <= agreedUsd + 0.005) return null;
      const price = describePriceEstimate(expense.estimate, expense.limits);
      const message = `This may now cost ${price}.`;
      throw new CommandRefusal("price-changed", message, "Look at the plan again.");
    }
    const reason = explainConfirmationNeeded(expense);
    if (reason === null) return null;
    throw new SetupError("needs-confirmation", `${reason}.`, {
      hint: "Agree to the price, or set a lower budget.",
    });
  };
}
