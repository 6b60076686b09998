/** Everything a person does with a debate that is there: decide, answer, pause, resume, ask, fork, take back. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Desk } from "../app/desk.ts";
import { type Expense, forkExpense, refuseUnpriced } from "../app/expense.ts";
import { refreshResults } from "../app/results/write-results.ts";
import { configurationFor } from "../app/settle.ts";
import { lastExchange } from "../debates/fork.ts";
import type { DebateRecord, ForkRequest } from "../dissent.ts";
import { type Event, opening, type Limits } from "../domain/event.ts";
import { transcriptOf } from "../domain/transcript.ts";
import { SetupError } from "../errors.ts";
import { revertChanges, silentApp } from "../protocols/merge/files/revert-changes.ts";
import { ARTIFACTS, isKept, isMerge } from "../protocols/merge/files/write-merged.ts";
import { withinPurse } from "./cap.ts";
import { refuseStrangers } from "./known-models.ts";
import { actingDesk, type Place } from "./place.ts";
import { Refusal } from "./refusal.ts";
import { refuseDearer } from "./start.ts";

export interface Deciding {
  readonly choice: string;
  readonly reason: string;
  readonly blind?: boolean | undefined;
}

/** K11: beside the outcome, or in answer to what the debate waits for; then it goes on. */
export async function decided(
  place: Place,
  id: string,
  { choice, reason, blind }: Deciding,
): Promise<"decided" | "answered"> {
  const desk = actingDesk(place);
  const by = desk.person;
  await whenFree(place, id);
  const what = await place.app.decide(id, {
    choice,
    reason,
    by,
    ...(blind === true && { blind: true as const }),
  });
  if (what === "answered") await place.holder.take(id);
  else if (!place.isShared) await refreshWritten(desk, await place.app.read(id));
  return what;
}

// longer than people wait, and shorter than a silent connection is kept
const LONGEST_WAIT_MS = 60_000;

/** While others still speak nothing can be added to the journal; a debate that has just stopped is let go in a moment. */
async function whenFree({ holder, clock }: Place, id: string): Promise<void> {
  const late = Promise.withResolvers<never>();
  const refusal = new Refusal(
    "held-elsewhere",
    "Others are still speaking.",
    "Send it again when they have answered.",
  );
  const cancel = clock.after(LONGEST_WAIT_MS, () => late.reject(refusal));
  try {
    await Promise.race([holder.free(id), late.promise]);
  } finally {
    cancel();
  }
}

/** What was written before would go on saying that nobody has decided; what was not is not written now. */
async function refreshWritten(desk: Desk, record: DebateRecord): Promise<void> {
  const { brief } = opening(record.events);
  const directory = brief.featureDir ?? join(".dissent", "debates", record.id);
  const beside = isMerge(record) ? ARTIFACTS : "";
  const isThere = existsSync(join(desk.root, directory, beside, `debate-${brief.id}.md`));
  if (!isThere && !isKept(desk, record)) return;
  await refreshResults(desk, record);
}

export async function answered(
  place: Place,
  id: string,
  { seat, reply }: { readonly seat: string; readonly reply?: unknown },
): Promise<void> {
  const { person: by } = actingDesk(place);
  const text = JSON.stringify(reply ?? null);
  await whenFree(place, id);
  await place.app.answer(id, { seat, text, by });
  await place.holder.take(id);
}

export async function resumed(
  place: Place,
  id: string,
  limits: { readonly usd?: number | undefined; readonly calls?: number | undefined } = {},
): Promise<void> {
  actingDesk(place);
  const { events } = await place.app.read(id);
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
  await place.holder.take(id, {
    limits: { ...raised, ...(await paidFor(place, { id, events, raised })) },
  });
}

/** Whoever has a budget goes on with what counts against it, under a cap; the rest is as it was. */
async function paidFor(
  { purse }: Place,
  { id, events, raised }: { id: string; events: readonly Event[]; raised: Partial<Limits> },
): Promise<Partial<Limits>> {
  const left = await purse.left();
  if (left === null) {
    if (typeof raised.usd === "number") await purse.payMore(raised.usd, id);
    return {};
  }
  const usd = raised.usd ?? limitsIn(events).usd ?? left;
  await purse.payMore(usd, id);
  return { usd, unpriced: false };
}

/** Those in force: a resumption may have set others. */
function limitsIn(events: readonly Event[]): Limits {
  const facts = events.map(({ fact }) => fact);
  const resumed = facts.findLast((fact) => fact.type === "debate-resumed");
  return resumed?.limits ?? opening(events).limits;
}

export interface Forking extends Pick<ForkRequest, "at" | "models" | "facts"> {
  readonly agreedUsd?: number | undefined;
}

/** The id of the fork, which goes on by itself. */
export async function forked(
  place: Place,
  id: string,
  { agreedUsd, ...request }: Forking,
): Promise<string> {
  const desk = actingDesk(place);
  const record = await place.app.read(id);
  const { confirmAboveUsd } = (await configurationFor(desk, {}, null)).values;
  const { models = {} } = request;
  if (place.isShared) await refuseStrangers(desk, Object.values(models));
  const { limits, ...expense } = await withinPurse(
    place.purse,
    await forkExpense(place.app, { record, models, confirmAboveUsd }),
  );
  refuseUnpriced({ ...expense, limits });
  refuseDearer({ ...expense, limits }, agreedUsd);
  const debate = await place.purse.pay(limits.usd ?? 0, () =>
    place.app.fork(withLimits(record, limits), { ...request, by: desk.person }),
  );
  await place.holder.take(debate);
  return debate;
}

/** A fork has the limits of what it comes from. */
function withLimits(record: DebateRecord, limits: Expense["limits"]): DebateRecord {
  const events = record.events.map((event) =>
    event.fact.type === "debate-opened" ? { ...event, fact: { ...event.fact, limits } } : event,
  );
  return { ...record, events };
}

/** An ended debate stays as it is; a fork of it goes on with what has become known. */
export async function asked(
  place: Place,
  id: string,
  {
    facts,
    agreedUsd,
  }: { readonly facts: readonly string[]; readonly agreedUsd?: number | undefined },
): Promise<string> {
  actingDesk(place);
  const { events } = await place.app.read(id);
  const said = facts.map((fact) => fact.trim());
  if (said.includes("")) throw new SetupError("usage", "A fact has no words.");
  if (transcriptOf(events).outcome === null) {
    throw new SetupError("not-resumable", `${id} has not ended; facts are added to one that has.`, {
      hint: "Let it end first, or fork it with the fact.",
    });
  }
  return forked(place, id, { at: lastExchange(events), facts: said, agreedUsd });
}

/** The same merge without some of its changes; nobody is asked again. */
export async function reverted(
  place: Place,
  id: string,
  {
    changes,
    reason,
  }: { readonly changes: readonly number[]; readonly reason?: string | undefined },
): Promise<string> {
  const desk = actingDesk(place);
  const app = silentApp(desk);
  try {
    const record = await app.read(id);
    const debate = await revertChanges(app, { record, numbers: changes, reason, by: desk.person });
    await app.hold({ debate });
    return debate;
  } finally {
    await app.close();
  }
}
