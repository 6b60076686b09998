/** Everything a person can do with an existing debate: decide, answer, pause, resume, ask, fork, revert. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import type { AppContext } from "../app/app-context.ts";
import {
  type DebateExpense,
  estimateForkExpense,
  refuseUnpricedModels,
} from "../app/debate-expense.ts";
import { resolveConfigWithFlags } from "../app/resolve-input.ts";
import { refreshResults } from "../app/results/write-results.ts";
import { findLastArguedStep } from "../debates/fork.ts";
import type { DebateRecord, ForkRequest } from "../dissent.ts";
import { type Event, type Limits, readOpening } from "../domain/journal/event.ts";
import { transcriptOf } from "../domain/journal/transcript.ts";
import { SetupError } from "../errors.ts";
import {
  createAnswerReplayApp,
  forkWithoutChanges,
} from "../protocols/merge/files/revert-changes.ts";
import {
  ARTIFACTS_FOLDER,
  isInDebateDirectory,
  isMergeDebate,
} from "../protocols/merge/files/write-merge-results.ts";
import { refuseUnknownModels } from "./known-models.ts";
import { type PageServerContext, requireActingContext } from "./page-server-context.ts";
import { RequestRefusal } from "./refusal.ts";
import { capExpenseToBudget } from "./spending-budget.ts";
import { refuseUnagreedPrice } from "./start-debate.ts";

export interface DecideInput {
  readonly choice: string;
  readonly reason: string;
  readonly blind?: boolean | undefined;
}

/** K11: beside the outcome, or in answer to what the debate waits for; then it goes on. */
export async function decideDebate(
  server: PageServerContext,
  id: string,
  { choice, reason, blind }: DecideInput,
): Promise<"decided" | "answered"> {
  const context = requireActingContext(server);
  const by = context.person;
  await waitUntilReleased(server, id);
  const what = await server.app.decide(id, {
    choice,
    reason,
    by,
    ...(blind === true && { blind: true as const }),
  });
  if (what === "answered") await server.runner.start(id);
  else if (!server.isShared) await refreshWrittenResults(context, await server.app.read(id));
  return what;
}

// longer than people wait, and shorter than a silent connection is kept
const MAX_RELEASE_WAIT_MS = 60_000;

/** While others still speak nothing can be added to the journal; a debate that has just stopped is let go in a moment. */
async function waitUntilReleased(
  { runner: debateRunner, clock }: PageServerContext,
  id: string,
): Promise<void> {
  const late = Promise.withResolvers<never>();
  const refusal = new RequestRefusal(
    "held-elsewhere",
    "Others are still speaking.",
    "Send it again when they have answered.",
  );
  const cancel = clock.after(MAX_RELEASE_WAIT_MS, () => late.reject(refusal));
  try {
    await Promise.race([debateRunner.waitUntilFree(id), late.promise]);
  } finally {
    cancel();
  }
}

/** What was written before would go on saying that nobody has decided; what was not is not written now. */
async function refreshWrittenResults(context: AppContext, record: DebateRecord): Promise<void> {
  const { brief } = readOpening(record.events);
  const directory = brief.featureDir ?? join(".dissent", "debates", record.id);
  const beside = isMergeDebate(record) ? ARTIFACTS_FOLDER : "";
  const isThere = existsSync(join(context.root, directory, beside, `debate-${brief.id}.md`));
  if (!isThere && !isInDebateDirectory(context, record)) return;
  await refreshResults(context, record);
}

export async function answerDebateSeat(
  server: PageServerContext,
  id: string,
  { seat, reply }: { readonly seat: string; readonly reply?: unknown },
): Promise<void> {
  const { person: by } = requireActingContext(server);
  const text = JSON.stringify(reply ?? null);
  await waitUntilReleased(server, id);
  await server.app.answer(id, { seat, text, by });
  await server.runner.start(id);
}

export async function resumeDebate(
  server: PageServerContext,
  id: string,
  limits: { readonly usd?: number | undefined; readonly calls?: number | undefined } = {},
): Promise<void> {
  requireActingContext(server);
  const { events } = await server.app.read(id);
  const { waiting, awaited, outcome } = transcriptOf(events);
  if (outcome !== null) {
    throw new SetupError("not-resumable", `${id} has ended.`, {
      hint: "Ask the panel with a new fact, or fork it.",
    });
  }
  if (waiting || awaited.length > 0) {
    throw new SetupError("not-resumable", `${id} waits for a person.`, { hint: "Answer it." });
  }
  const raised: Partial<Limits> = {
    ...(limits.usd !== undefined && { usd: limits.usd }),
    ...(limits.calls !== undefined && { calls: limits.calls }),
  };
  await server.runner.start(id, {
    limits: { ...raised, ...(await reserveResumeBudget(server, { id, events, raised })) },
  });
}

/** Whoever has a budget goes on with what counts against it, under a cap; the rest is as it was. */
async function reserveResumeBudget(
  { budget: spendingBudget }: PageServerContext,
  { id, events, raised }: { id: string; events: readonly Event[]; raised: Partial<Limits> },
): Promise<Partial<Limits>> {
  const left = await spendingBudget.readRemainingUsd();
  if (left === null) {
    if (typeof raised.usd === "number") await spendingBudget.reserveForDebate(raised.usd, id);
    return {};
  }
  const usd = raised.usd ?? findCurrentLimits(events).usd ?? left;
  await spendingBudget.reserveForDebate(usd, id);
  return { usd, unpriced: false };
}

/** Those in force: a resumption may have set others. */
function findCurrentLimits(events: readonly Event[]): Limits {
  const facts = events.map(({ fact }) => fact);
  const resumed = facts.findLast((fact) => fact.type === "debate-resumed");
  return resumed?.limits ?? readOpening(events).limits;
}

export interface ForkInput extends Pick<ForkRequest, "at" | "models" | "facts"> {
  readonly agreedUsd?: number | undefined;
}

/** The id of the fork, which goes on by itself. */
export async function forkDebate(
  server: PageServerContext,
  id: string,
  { agreedUsd, ...request }: ForkInput,
): Promise<string> {
  const context = requireActingContext(server);
  const record = await server.app.read(id);
  const { confirmAboveUsd } = (await resolveConfigWithFlags(context, {}, null)).values;
  const { models = {} } = request;
  if (server.isShared) await refuseUnknownModels(context, Object.values(models));
  const { limits, ...expense } = await capExpenseToBudget(
    server.budget,
    await estimateForkExpense(server.app, { record, models, confirmAboveUsd }),
  );
  refuseUnpricedModels({ ...expense, limits });
  refuseUnagreedPrice({ ...expense, limits }, agreedUsd);
  const debate = await server.budget.reserveAndOpen(limits.usd ?? 0, () =>
    server.app.fork(replaceRecordLimits(record, limits), { ...request, by: context.person }),
  );
  await server.runner.start(debate);
  return debate;
}

/** A fork has the limits of what it comes from. */
function replaceRecordLimits(record: DebateRecord, limits: DebateExpense["limits"]): DebateRecord {
  const events = record.events.map((event) =>
    event.fact.type === "debate-opened" ? { ...event, fact: { ...event.fact, limits } } : event,
  );
  return { ...record, events };
}

/** An ended debate stays as it is; a fork of it goes on with what has become known. */
export async function reopenDebateWithFacts(
  server: PageServerContext,
  id: string,
  {
    facts,
    agreedUsd,
  }: { readonly facts: readonly string[]; readonly agreedUsd?: number | undefined },
): Promise<string> {
  requireActingContext(server);
  const { events } = await server.app.read(id);
  const said = facts.map((fact) => fact.trim());
  if (said.includes("")) throw new SetupError("usage", "A fact has no words.");
  if (transcriptOf(events).outcome === null) {
    throw new SetupError("not-resumable", `${id} has not ended; facts are added to one that has.`, {
      hint: "Let it end first, or fork it with the fact.",
    });
  }
  return forkDebate(server, id, { at: findLastArguedStep(events), facts: said, agreedUsd });
}

/** The same merge without some of its changes; nobody is asked again. */
export async function revertMergeChanges(
  server: PageServerContext,
  id: string,
  {
    changes,
    reason,
  }: { readonly changes: readonly number[]; readonly reason?: string | undefined },
): Promise<string> {
  const context = requireActingContext(server);
  const app = createAnswerReplayApp(context);
  try {
    const record = await app.read(id);
    const debate = await forkWithoutChanges(app, {
      record,
      numbers: changes,
      reason,
      by: context.person,
    });
    await app.run({ debate });
    return debate;
  } finally {
    await app.close();
  }
}
