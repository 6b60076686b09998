/** Forks a debate at a person's word: what it may cost is agreed to first, then it is held. */
import { forkExpense, refuseUnpriced } from "../../app/expense.ts";
import { refuseBadPlaces } from "../../app/results/write-results.ts";
import { configurationFor } from "../../app/settle.ts";
import type { DebateRecord, Dissent, ForkRequest } from "../../dissent.ts";
import { opening } from "../../domain/event.ts";
import { EXIT } from "../exit-codes.ts";
import type { Session } from "../session.ts";
import { confirmCost } from "../terminal/confirm-cost.ts";
import { type HoldFlags, holdInTerminal } from "./hold.ts";

export interface Forking extends HoldFlags {
  readonly record: DebateRecord;
  readonly request: Omit<ForkRequest, "by">;
  readonly flags: Readonly<Record<string, unknown>>;
  /** Tells which debate goes on as which. */
  readonly tell: (debate: string) => void | Promise<void>;
}

export async function forkInTerminal(
  session: Session,
  app: Dissent,
  { record, request, flags, tell, ...hold }: Forking,
): Promise<number> {
  await refuseBadPlaces(session, hold.outs ?? [], {
    record,
    brief: opening(record.events).brief.id,
    yes: flags["yes"] === true,
  });
  const { values } = await configurationFor(session, {}, null);
  const { confirmAboveUsd } = values;
  const { models = {} } = request;
  const expense = await forkExpense(app, { record, models, confirmAboveUsd });
  refuseUnpriced(expense);
  if (!(await confirmCost(session, expense, flags))) return EXIT.usage;
  const debate = await app.fork(record, { ...request, by: session.person });
  await tell(debate);
  return holdInTerminal(session, app, {
    ...hold,
    debate,
    allowContested: flags["allowContested"] === true,
    ...(session.flags.display && { display: session.flags.display }),
  });
}
