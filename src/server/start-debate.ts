/** Turns the page's form into a plan, and an accepted plan into a running debate. */
import { stringify } from "yaml";

import {
  type DebateExpense,
  describePriceEstimate,
  explainConfirmationNeeded,
  refuseUnpricedModels,
} from "../app/debate-expense.ts";
import { describeModelSeating } from "../app/model-seating.ts";
import { type DebateInput, type PreparedDebate, prepareDebate } from "../app/prepare-debate.ts";
import { refuseLikelySecrets } from "../app/refuse-secrets.ts";
import { resolveInput } from "../app/resolve-input.ts";
import { SetupError } from "../errors.ts";
import type { PagePlan, StartRequest } from "../page/page-payload.ts";
import {
  type SubmittedDraft,
  resolveSubmittedDrafts,
} from "../protocols/merge/files/settle-texts.ts";
import { refuseUnknownModels } from "./known-models.ts";
import { type PageServerContext, requireActingContext } from "./page-server-context.ts";
import { RequestRefusal } from "./refusal.ts";
import { capExpenseToBudget } from "./spending-budget.ts";

/** Drafts are texts: a client elsewhere has no files here. */
export type StartDebateInput = StartRequest & { readonly variants?: readonly SubmittedDraft[] };

export async function planDebateForPage(
  serverContext: PageServerContext,
  request: StartDebateInput,
): Promise<PagePlan> {
  const { preview: told, expense, similar } = await prepareStartRequest(serverContext, request);
  const { plan, seating, notices } = told;
  const { estimate, limits } = expense;
  const line = describeModelSeating(plan, seating);
  return {
    protocol: plan.protocol.id,
    seats: plan.participants.map(({ id, name, model }) => ({ id, name, model })),
    calls: plan.calls,
    estimate,
    price: describePriceEstimate(estimate, limits),
    sends: plan.brief.sources.map(({ title, bytes }) => ({ title, bytes })),
    notices: [...(line === null ? [] : [line]), ...notices],
    similar: similar.map(({ debate, question, choice }) => ({ debate, question, choice })),
  };
}

/** The id of the debate, which goes on by itself. */
export async function startDebateForPage(
  serverContext: PageServerContext,
  request: StartDebateInput,
): Promise<string> {
  const { person } = requireActingContext(serverContext);
  const { expense, withKnownGood } = await prepareStartRequest(serverContext, request);
  refuseUnpricedModels(expense);
  refuseUnagreedPrice(expense, request.agreedUsd);
  const { limits } = expense;
  const plan = { ...(await withKnownGood()), limits };
  const debate = await serverContext.budget.reserveAndOpen(limits.usd ?? 0, () =>
    serverContext.app.open(plan, person),
  );
  await serverContext.runner.start(debate);
  return debate;
}

async function prepareStartRequest(
  serverContext: PageServerContext,
  request: StartDebateInput,
): Promise<PreparedDebate> {
  const appContext = requireActingContext(serverContext);
  const flags = {
    protocol: request.protocol,
    seat: Object.entries(request.seats ?? {}).map(([seat, model]) => `${seat}=${model}`),
    ...(request.budgetUsd !== undefined && { budget: String(request.budgetUsd) }),
  };
  if (serverContext.isShared) await refuseServerResources(serverContext, request);
  const opening = await resolveStartInput(serverContext, request, flags);
  refuseLikelySecrets(opening.reading);
  const all = await prepareDebate(appContext, { input: opening, flags, models: {} });
  return { ...all, expense: await capExpenseToBudget(serverContext.budget, all.expense) };
}

/** Nothing of the server's machine is reached by whoever is elsewhere. */
async function refuseServerResources(
  serverContext: PageServerContext,
  { context = [], seats = {} }: StartDebateInput,
): Promise<void> {
  if (context.length > 0) {
    throw new SetupError("usage", "context names files, and yours are not on this server.", {
      hint: "Put what the panel should read into body.",
    });
  }
  await refuseUnknownModels(requireActingContext(serverContext), Object.values(seats));
}

async function resolveStartInput(
  serverContext: PageServerContext,
  request: StartDebateInput,
  flags: Readonly<Record<string, unknown>>,
): Promise<DebateInput> {
  const appContext = requireActingContext(serverContext);
  const { protocol, variants } = request;
  if (protocol === "merge") {
    if (serverContext.isShared) return resolveSubmittedDrafts(appContext, variants ?? [], flags);
    throw new SetupError("usage", "A merge takes files, so it is not started here.", {
      hint: "Start it in the project: dissent merge a.md b.md -o out.md --open",
    });
  }
  if (variants !== undefined) {
    throw new SetupError("usage", "Only a merge takes variants.", { hint: "Leave them out." });
  }
  const settled = await resolveInput(
    { ...appContext, stdin: async () => renderBriefText(request) },
    "-",
    flags,
  );
  // as on the command line: the words of whoever asks are the plan that is attacked
  const own = protocol === "challenge" && request.body.trim() !== "";
  return own ? { ...settled, general: { opening: "user" } } : settled;
}

/** A brief as a file would hold it; files that a brief names must lie in the project. */
function renderBriefText({ question, options, body, context = [] }: StartRequest): string {
  const fields = {
    question,
    ...(options.length > 0 && { options }),
    ...(context.length > 0 && { context }),
  };
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${body}`;
}

/** Nothing is spent that was not agreed to: not at all, or not that much. */
export function refuseUnagreedPrice(expense: DebateExpense, agreedUsd: number | undefined): void {
  const most = expense.estimate.usd?.max ?? 0;
  if (agreedUsd !== undefined) {
    // the price was shown with fewer digits than it has
    if (most <= agreedUsd + 0.005) return;
    const price = describePriceEstimate(expense.estimate, expense.limits);
    throw new RequestRefusal(
      "price-changed",
      `This may now cost ${price}.`,
      "Look at the plan again.",
    );
  }
  const reason = explainConfirmationNeeded(expense);
  if (reason === null) return;
  throw new SetupError("needs-confirmation", `${reason}.`, {
    hint: "Agree to the price, or set a lower budget.",
  });
}
