/** Forks a debate: confirms the cost first, then runs it. */
import { estimateForkExpense, refuseUnpricedModels } from "../../app/debate-expense.ts";
import { resolveConfigWithFlags } from "../../app/resolve-input.ts";
import { refuseUnusableOutputs } from "../../app/results/write-results.ts";
import type { DebateRecord, Dissent, ForkRequest } from "../../dissent.ts";
import { readOpening } from "../../domain/journal/event.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-codes.ts";
import { confirmDebateCost } from "../terminal/confirm-cost.ts";
import { type TerminalRunOptions, runDebateInTerminal } from "./run-in-terminal.ts";

export interface TerminalForkOptions extends TerminalRunOptions {
  readonly record: DebateRecord;
  readonly request: Omit<ForkRequest, "by">;
  readonly flags: Readonly<Record<string, unknown>>;
  /** Tells which debate goes on as which. */
  readonly tell: (debate: string) => void | Promise<void>;
}

export async function forkInTerminal(
  cli: CliContext,
  app: Dissent,
  { record, request, flags, tell, ...hold }: TerminalForkOptions,
): Promise<number> {
  await refuseUnusableOutputs(cli, hold.outs ?? [], {
    record,
    brief: readOpening(record.events).brief.id,
    yes: flags["yes"] === true,
  });
  const { values } = await resolveConfigWithFlags(cli, {}, null);
  const { confirmAboveUsd } = values;
  const { models = {} } = request;
  const expense = await estimateForkExpense(app, { record, models, confirmAboveUsd });
  refuseUnpricedModels(expense);
  if (!(await confirmDebateCost(cli, expense, flags))) return EXIT.usage;
  const debate = await app.fork(record, { ...request, by: cli.person });
  await tell(debate);
  return runDebateInTerminal(cli, app, {
    ...hold,
    debate,
    allowContested: flags["allowContested"] === true,
    ...(cli.flags.display && { display: cli.flags.display }),
  });
}
