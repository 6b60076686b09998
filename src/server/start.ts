/** From what was filled in on the page to a plan, and from a plan that was agreed to, to a debate that is held. */
import { stringify } from "yaml";

import { priceWords } from "../app/estimate-words.ts";
import { type Expense, reasonToAsk, refuseUnpriced } from "../app/expense.ts";
import type { Opening } from "../app/plan-debate.ts";
import { type Prepared, prepareDebate } from "../app/prepare-debate.ts";
import { refuseSecrets } from "../app/refuse-secrets.ts";
import { seatingLine } from "../app/seating.ts";
import { settle } from "../app/settle.ts";
import { SetupError } from "../errors.ts";
import type { PagePlan, StartRequest } from "../page/payload.ts";
import { settleTexts, type Variant } from "../protocols/merge/files/settle-texts.ts";
import { withinPurse } from "./cap.ts";
import { refuseStrangers } from "./known-models.ts";
import { actingDesk, type Place } from "./place.ts";
import { Refusal } from "./refusal.ts";

/** Drafts are texts: a client elsewhere has no files here. */
export type Starting = StartRequest & { readonly variants?: readonly Variant[] };

export async function planned(place: Place, request: Starting): Promise<PagePlan> {
  const { told, expense, similar } = await prepared(place, request);
  const { plan, seating, notices } = told;
  const { estimate, limits } = expense;
  const line = seatingLine(plan, seating);
  return {
    protocol: plan.protocol.id,
    seats: plan.participants.map(({ id, name, model }) => ({ id, name, model })),
    calls: plan.calls,
    estimate,
    price: priceWords(estimate, limits),
    sends: plan.brief.sources.map(({ title, bytes }) => ({ title, bytes })),
    notices: [...(line === null ? [] : [line]), ...notices],
    similar: similar.map(({ debate, question, choice }) => ({ debate, question, choice })),
  };
}

/** The id of the debate, which goes on by itself. */
export async function started(place: Place, request: Starting): Promise<string> {
  const { person } = actingDesk(place);
  const { expense, withKnownGood } = await prepared(place, request);
  refuseUnpriced(expense);
  refuseDearer(expense, request.agreedUsd);
  const { limits } = expense;
  const plan = { ...(await withKnownGood()), limits };
  const debate = await place.purse.pay(limits.usd ?? 0, () => place.app.open(plan, person));
  await place.holder.take(debate);
  return debate;
}

async function prepared(place: Place, request: Starting): Promise<Prepared> {
  const desk = actingDesk(place);
  const flags = {
    protocol: request.protocol,
    seat: Object.entries(request.seats ?? {}).map(([seat, model]) => `${seat}=${model}`),
    ...(request.budgetUsd !== undefined && { budget: String(request.budgetUsd) }),
  };
  if (place.isShared) await refuseForeign(place, request);
  const opening = await openingOf(place, request, flags);
  refuseSecrets(opening.reading);
  const all = await prepareDebate(desk, { opening, flags, models: {} });
  return { ...all, expense: await withinPurse(place.purse, all.expense) };
}

/** Nothing of the server's machine is reached by whoever is elsewhere. */
async function refuseForeign(place: Place, { context = [], seats = {} }: Starting): Promise<void> {
  if (context.length > 0) {
    throw new SetupError("usage", "context names files, and yours are not on this server.", {
      hint: "Put what the panel should read into body.",
    });
  }
  await refuseStrangers(actingDesk(place), Object.values(seats));
}

async function openingOf(
  place: Place,
  request: Starting,
  flags: Readonly<Record<string, unknown>>,
): Promise<Opening> {
  const desk = actingDesk(place);
  const { protocol, variants } = request;
  if (protocol === "merge") {
    if (place.isShared) return settleTexts(desk, variants ?? [], flags);
    throw new SetupError("usage", "A merge takes files, so it is not started here.", {
      hint: "Start it in the project: dissent merge a.md b.md -o out.md --open",
    });
  }
  if (variants !== undefined) {
    throw new SetupError("usage", "Only a merge takes variants.", { hint: "Leave them out." });
  }
  const settled = await settle({ ...desk, stdin: async () => briefText(request) }, "-", flags);
  // as on the command line: the words of whoever asks are the plan that is attacked
  const own = protocol === "challenge" && request.body.trim() !== "";
  return own ? { ...settled, general: { opening: "user" } } : settled;
}

/** A brief as a file would hold it; files that a brief names must lie in the project. */
function briefText({ question, options, body, context = [] }: StartRequest): string {
  const fields = {
    question,
    ...(options.length > 0 && { options }),
    ...(context.length > 0 && { context }),
  };
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${body}`;
}

/** Nothing is spent that was not agreed to: not at all, or not that much. */
export function refuseDearer(expense: Expense, agreedUsd: number | undefined): void {
  const most = expense.estimate.usd?.max ?? 0;
  if (agreedUsd !== undefined) {
    // the price was shown with fewer digits than it has
    if (most <= agreedUsd + 0.005) return;
    const price = priceWords(expense.estimate, expense.limits);
    throw new Refusal("price-changed", `This may now cost ${price}.`, "Look at the plan again.");
  }
  const reason = reasonToAsk(expense);
  if (reason === null) return;
  throw new SetupError("needs-confirmation", `${reason}.`, {
    hint: "Agree to the price, or set a lower budget.",
  });
}
