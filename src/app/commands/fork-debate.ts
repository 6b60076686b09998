/** Reruns a debate from one of its steps, as a new debate; the original stays as it is. */
import type { DebateRecord, ForkRequest } from "../../dissent.ts";
import type { Limits } from "../../domain/journal/event.ts";
import { findLastArguedStep } from "../../domain/journal/steps.ts";
import { buildTranscript } from "../../domain/journal/transcript.ts";
import { SetupError } from "../../errors.ts";
import { estimateForkExpense, refuseUnpricedModels } from "../debate-expense.ts";
import { resolveConfigWithFlags } from "../resolve-input.ts";
import type { CommandContext } from "./command-context.ts";
import { refuseUnknownModels } from "./known-models.ts";
import { capExpenseToBudget } from "./spending-budget.ts";
import type { AgreeToExpense } from "./start-debate.ts";

export interface ForkCommand<Declined> extends Omit<ForkRequest, "by"> {
  readonly record: DebateRecord;
  readonly agree: AgreeToExpense<Declined>;
}

/** The id of the fork, or what declined it. */
export async function forkDebate<Declined>(
  { context, app, runner, budget, isShared }: CommandContext,
  { record, agree, ...request }: ForkCommand<Declined>,
): Promise<string | Declined> {
  const { confirmAboveUsd } = (await resolveConfigWithFlags(context, {}, null)).values;
  const { models = {} } = request;
  if (isShared) await refuseUnknownModels(context, Object.values(models));
  const estimated = await estimateForkExpense(app, { record, models, confirmAboveUsd });
  const expense = await capExpenseToBudget(budget, estimated);
  refuseUnpricedModels(expense);
  const declined = await agree(expense);
  if (declined !== null) return declined;
  const { limits } = expense;
  const debate = await budget.reserveAndOpen(limits.usd ?? 0, () =>
    app.fork(replaceRecordLimits(record, limits), { ...request, by: context.person }),
  );
  await runner?.start(debate);
  return debate;
}

/** A fork has the limits of what it comes from. */
function replaceRecordLimits(record: DebateRecord, limits: Limits): DebateRecord {
  const events = record.events.map((event) =>
    event.fact.type === "debate-opened" ? { ...event, fact: { ...event.fact, limits } } : event,
  );
  return { ...record, events };
}

/** What is said where facts cannot be added, as the surface spells it. */
export interface ReopenWords {
  /** What is called a fact there. */
  readonly fact: string;
  readonly emptyHint?: string;
  readonly unfinishedHint: string;
}

/** An ended debate stays as it is; a fork of it continues with the new facts. */
export function planReopening(
  { id, events }: DebateRecord,
  facts: readonly string[],
  { fact, emptyHint, unfinishedHint }: ReopenWords,
): Required<Pick<ForkRequest, "at" | "facts">> {
  const said = facts.map((one) => one.trim());
  if (said.includes("")) {
    const hint = emptyHint === undefined ? {} : { hint: emptyHint };
    throw new SetupError("usage", `${fact} has no words.`, hint);
  }
  if (buildTranscript(events).outcome === null) {
    throw new SetupError("not-resumable", `${id} has not ended; facts are added to one that has.`, {
      hint: unfinishedHint,
    });
  }
  return { at: findLastArguedStep(events), facts: said };
}
