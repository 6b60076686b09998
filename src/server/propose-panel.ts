/** A panel that fits the question, from the page: a model proposes it, and nobody sits before the person agrees. */
import * as z from "zod";

import { agreeUpTo } from "../app/commands/start-debate.ts";
import {
  keepPanelProposal,
  preparePanelProposal,
  requireOpenTable,
} from "../app/panel-proposal.ts";
import { ModelError } from "../model.ts";
import type { PagePanelProposal } from "../page/page-payload.ts";
import { type PageServerContext, requireCommandContext } from "./page-server-context.ts";
import { StartShape } from "./requests.ts";
import type { RouteHandlers, ServerRoutes } from "./route.ts";
import { type StartDebateInput, resolveStartRequest } from "./start-debate.ts";

const words = z.string();
/** Beside its route: the document of a team's server has only what its own routes answer. */
const PanelAnswer = z.strictObject({
  proposal: words.describe("For `panel` of a start, once a person has agreed."),
  by: words.describe("The model that proposed it."),
  preset: z.strictObject({ id: words, why: words }).nullable(),
  seats: z.array(z.strictObject({ id: words, name: words, asks: words, why: words })),
}) satisfies z.ZodType<PagePanelProposal>;

/** On a person's own page only: a team's server proposes nothing. */
export const PANEL_ROUTES = {
  panel: {
    method: "post",
    path: "/api/panels",
    access: "run",
    summary: "Has a model propose more seats for a question",
    body: StartShape,
    answer: PanelAnswer,
  },
} as const satisfies ServerRoutes;

export const PANEL_HANDLERS: RouteHandlers<typeof PANEL_ROUTES> = {
  panel: ({ server, body }) => proposePanelForPage(server, body),
};

async function proposePanelForPage(
  server: PageServerContext,
  request: StartDebateInput,
): Promise<PagePanelProposal> {
  const { context } = requireCommandContext(server);
  const { input } = await resolveStartRequest(server, request);
  const prepared = await preparePanelProposal(context, input, requireOpenTable(input));
  const { proposedBy, expense, propose } = prepared;
  await agreeUpTo(request.agreedUsd)(expense);
  const panel = await propose();
  if (typeof panel === "string")
    throw new ModelError("unreadable", `${proposedBy} proposed no panel: ${panel}.`);
  const { preset, added } = panel;
  return {
    proposal: keepPanelProposal(context, { proposedBy, panel }),
    by: proposedBy,
    preset,
    seats: added.map(({ id, name, stance, why }) => ({ id, name, asks: stance, why })),
  };
}
