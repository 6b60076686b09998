/** From what was filled in on the page to a plan, and from a plan that was agreed to, to a debate that is held. */
import { stringify } from "yaml";

import type { Desk } from "../desk/desk.ts";
import { priceWords } from "../desk/estimate-words.ts";
import { type Expense, reasonToAsk, refuseUnpriced } from "../desk/expense.ts";
import type { Opening } from "../desk/plan-debate.ts";
import { type Prepared, prepareDebate } from "../desk/prepare-debate.ts";
import { refuseSecrets } from "../desk/refuse-secrets.ts";
import { seatingLine } from "../desk/seating.ts";
import { settle } from "../desk/settle.ts";
import { SetupError } from "../errors.ts";
import type { PagePlan, StartRequest } from "../page/payload.ts";
import { actingDesk, type Place } from "./place.ts";
import { Refusal } from "./refusal.ts";

export async function planned(place: Place, request: StartRequest): Promise<PagePlan> {
  const { told, similar } = await prepared(actingDesk(place), request);
  const { plan, seating, notices, estimate } = told;
  const line = seatingLine(plan, seating);
  return {
    protocol: plan.protocol.id,
    seats: plan.participants.map(({ id, name, model }) => ({ id, name, model })),
    calls: plan.calls,
    estimate,
    price: priceWords(estimate, plan.limits),
    sends: plan.brief.sources.map(({ title, bytes }) => ({ title, bytes })),
    notices: [...(line === null ? [] : [line]), ...notices],
    similar: similar.map(({ debate, question, choice }) => ({ debate, question, choice })),
  };
}

/** The id of the debate, which goes on by itself. */
export async function started(place: Place, request: StartRequest): Promise<string> {
  const desk = actingDesk(place);
  const { expense, withKnownGood } = await prepared(desk, request);
  refuseUnpriced(expense);
  refuseDearer(expense, request.agreedUsd);
  const debate = await place.app.open(await withKnownGood(), desk.person);
  await place.holder.take(debate);
  return debate;
}

async function prepared(desk: Desk, request: StartRequest): Promise<Prepared> {
  if (request.protocol === "merge") {
    throw new SetupError("usage", "A merge takes files, so it is not started here.", {
      hint: "Start it in the project: dissent merge a.md b.md -o out.md --open",
    });
  }
  const flags = {
    protocol: request.protocol,
    seat: Object.entries(request.seats ?? {}).map(([seat, model]) => `${seat}=${model}`),
    ...(request.budgetUsd !== undefined && { budget: String(request.budgetUsd) }),
  };
  const settled = await settle({ ...desk, stdin: async () => briefText(request) }, "-", flags);
  refuseSecrets(settled.reading);
  // as on the command line: the words of whoever asks are the plan that is attacked
  const own = request.protocol === "challenge" && request.body.trim() !== "";
  const opening: Opening = own ? { ...settled, general: { opening: "user" } } : settled;
  return prepareDebate(desk, { opening, flags, models: {} });
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
