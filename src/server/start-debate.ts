/** Turns the page's form into a plan, and an accepted plan into a running debate. */
import { stringify } from "yaml";

import type { AppContext } from "../app/app-context.ts";
import type { CommandContext } from "../app/commands/command-context.ts";
import { refuseUnknownModels } from "../app/commands/known-models.ts";
import { capExpenseToBudget } from "../app/commands/spending-budget.ts";
import { agreeUpTo, startDebate } from "../app/commands/start-debate.ts";
import { describePriceEstimate } from "../app/debate-expense.ts";
import { type DebateInput, type PreparedDebate, prepareDebate } from "../app/prepare-debate.ts";
import type { CommandFlags } from "../app/read-flags.ts";
import { refuseLikelySecrets } from "../app/refuse-secrets.ts";
import { resolveInput } from "../app/resolve-input.ts";
import { describeModelSeating } from "../app/seating/model-seating.ts";
import { PROTOCOLS } from "../dissent.ts";
import { SetupError } from "../errors.ts";
import type { PagePlan, StartRequest } from "../page/page-payload.ts";
import { findProtocolInput } from "../plan.ts";
import { needsFiles } from "../protocol.ts";
import {
  type SubmittedDraft,
  createDraftFilesError,
  createStrayDraftsError,
  resolveSubmittedDrafts,
} from "../protocols/drafts.ts";
import { type PageServerContext, requireCommandContext } from "./page-server-context.ts";
import { describePanelOffer, readAgreedPanel } from "./panel-offer.ts";

/** Drafts are texts: a client elsewhere has no files here. */
export type StartDebateInput = StartRequest & { readonly variants?: readonly SubmittedDraft[] };

export async function planDebateForPage(
  serverContext: PageServerContext,
  request: StartDebateInput,
): Promise<PagePlan> {
  const { input, prepared } = await prepareStartRequest(serverContext, request);
  const { preview: told, expense, similar } = prepared;
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
    briefNotes: plan.briefNotes,
    similar: similar.map(({ debate, question, choice }) => ({ debate, question, choice })),
    panel: request.panel ? null : await describePanelOffer(serverContext, input),
  };
}

/** The id of the debate, which continues by itself. */
export async function startDebateForPage(
  server: PageServerContext,
  request: StartDebateInput,
): Promise<string> {
  const commands = requireCommandContext(server);
  const { prepared } = await prepareStartRequest(server, request);
  const agree = agreeUpTo(request.agreedUsd);
  const by = commands.context.person;
  return startDebate({ prepared, by, agree, noModelHint: NO_MODEL_HINT }, () => commands);
}

const NO_MODEL_HINT =
  "Connect one where this server runs: dissent config keys set anthropic, or dissent doctor for agents and local models. " +
  "For a sketch that decides nothing, give the seats to offline.";

/** A request as the input of a debate; who the person agreed should sit is among it. */
export async function resolveStartRequest(
  server: PageServerContext,
  request: StartDebateInput,
): Promise<{ readonly input: DebateInput; readonly flags: CommandFlags }> {
  const commands = requireCommandContext(server);
  const { context } = commands;
  const flags = {
    protocol: request.protocol,
    seat: Object.entries(request.seats ?? {}).map(([seat, model]) => `${seat}=${model}`),
    ...(request.budgetUsd !== undefined && { budget: String(request.budgetUsd) }),
  };
  if (commands.isShared) await refuseServerResources(context, request);
  const resolved = await resolveStartInput(commands, request, flags);
  const input = commands.isShared ? withoutCheckout(resolved) : resolved;
  refuseLikelySecrets(input.reading);
  return { input: { ...input, panel: readAgreedPanel(commands, request) }, flags };
}

async function prepareStartRequest(
  server: PageServerContext,
  request: StartDebateInput,
): Promise<{ readonly input: DebateInput; readonly prepared: PreparedDebate }> {
  const { context, budget } = requireCommandContext(server);
  const { input, flags } = await resolveStartRequest(server, request);
  const prepared = await prepareDebate(context, { input, flags, models: {} });
  const expense = await capExpenseToBudget(budget, prepared.expense);
  return { input, prepared: { ...prepared, expense } };
}

/** Remote users reach nothing on the server's machine. */
async function refuseServerResources(
  appContext: AppContext,
  { context = [], seats = {} }: StartDebateInput,
): Promise<void> {
  if (context.length > 0) {
    throw new SetupError("usage", "context names files, and yours are not on this server.", {
      hint: "Put what the panel should read into body.",
    });
  }
  await refuseUnknownModels(appContext, Object.values(seats));
}

/** What the operator's own debates may read of a checkout, the debates of a team never do. */
function withoutCheckout(input: DebateInput): DebateInput {
  const { configuration } = input;
  const { repo: _repo, ...settings } = configuration.values.settings;
  return {
    ...input,
    configuration: { ...configuration, values: { ...configuration.values, settings } },
  };
}

async function resolveStartInput(
  { context, isShared }: CommandContext,
  request: StartDebateInput,
  flags: Readonly<Record<string, unknown>>,
): Promise<DebateInput> {
  const { protocol, variants } = request;
  const wanted = findProtocolInput(PROTOCOLS, protocol);
  if (wanted === "drafts") {
    if (isShared) return resolveSubmittedDrafts(context, variants ?? [], flags);
    throw createDraftFilesError();
  }
  if (variants !== undefined) throw createStrayDraftsError();
  if (needsFiles(wanted)) throw createCheckoutError(protocol);
  const stdin = async (): Promise<string> => renderBriefText(request);
  const settled = await resolveInput({ ...context, stdin }, "-", flags);
  // as on the command line: the requester's text is the plan that is attacked
  const own = wanted === "plan" && request.body.trim() !== "";
  return own ? { ...settled, general: { opening: "user" } } : settled;
}

/** A brief as in a file; files that a brief names must be in the project. */
function renderBriefText({ question, options, body, context = [] }: StartRequest): string {
  const fields = {
    question,
    ...(options.length > 0 && { options }),
    ...(context.length > 0 && { context }),
  };
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${body}`;
}

/** What was changed is read from a checkout, which the page does not have. */
function createCheckoutError(protocol: string | undefined): SetupError {
  return new SetupError("usage", "A change is read from a checkout, not from a form.", {
    hint: `Start it there: dissent ${protocol ?? ""}`.trimEnd(),
  });
}
