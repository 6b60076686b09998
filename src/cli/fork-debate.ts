/** Forks a debate at a person's word: what it may cost is agreed to first, then it is held. */
import type { DebateRecord, Dissent, ForkRequest } from "../dissent.ts";
import { opening } from "../domain/event.ts";
import { reseated } from "../fork.ts";
import { confirmCost, type Expense, refuseUnpriced } from "./confirm-cost.ts";
import { EXIT } from "./exit-codes.ts";
import { type HoldFlags, holdInTerminal } from "./hold.ts";
import type { Session } from "./session.ts";
import { configurationFor } from "./settle.ts";

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
  const { values } = await configurationFor(session, {}, null);
  const { confirmAboveUsd } = values;
  const { models = {} } = request;
  const expense = await expenseOf(app, { record, models, confirmAboveUsd });
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

/** As if all of it were held again: what the fork keeps is not paid for twice, so it is rather too much. */
async function expenseOf(
  app: Dissent,
  request: {
    readonly record: DebateRecord;
    readonly models: Readonly<Record<string, string>>;
    readonly confirmAboveUsd: number;
  },
): Promise<Expense> {
  const { record, models, confirmAboveUsd } = request;
  const { brief, limits, settings, protocol, ...opened } = opening(record.events);
  const participants = reseated(opened.participants, models);
  const calls = app.protocols.find(({ id }) => id === protocol)?.calls(participants, settings) ?? {
    min: 0,
    max: 0,
  };
  const estimate = await app.estimate({ brief, participants, limits, calls });
  return { estimate, limits, confirmAboveUsd, found: [] };
}
