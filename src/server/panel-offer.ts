/** Who could propose seats for a question, and the proposal that a person agreed to. */
import type { CommandContext } from "../app/commands/command-context.ts";
import { describePriceEstimate } from "../app/debate-expense.ts";
import {
  agreeToPanel,
  findOpenTable,
  findPanelProposal,
  preparePanelProposal,
} from "../app/panel-proposal.ts";
import type { DebateInput } from "../app/prepare-debate.ts";
import { DissentError, SetupError } from "../errors.ts";
import type { PagePanelOffer, StartRequest } from "../page/page-payload.ts";
import { type PageServerContext, requireCommandContext } from "./page-server-context.ts";

/** Null where nobody could propose one. */
export async function describePanelOffer(
  server: PageServerContext,
  input: DebateInput,
): Promise<PagePanelOffer | null> {
  const { context, isShared } = requireCommandContext(server);
  const protocol = findOpenTable(input);
  if (!protocol || isShared) return null;
  try {
    const { proposedBy, expense } = await preparePanelProposal(context, input, protocol);
    const { estimate, limits } = expense;
    const price = describePriceEstimate(estimate, limits);
    return { by: proposedBy, price, usd: estimate.usd?.max ?? 0 };
  } catch (error) {
    // what keeps a panel from being proposed keeps no debate from being planned
    if (error instanceof DissentError) return null;
    throw error;
  }
}

/** Only what was proposed here can be agreed to. */
export function readAgreedPanel(
  { context }: Pick<CommandContext, "context">,
  { panel }: Pick<StartRequest, "panel">,
): DebateInput["panel"] {
  if (panel === undefined) return undefined;
  const proposal = findPanelProposal(context, panel.proposal);
  if (!proposal) {
    throw new SetupError("usage", "The proposed panel is no longer known here.", {
      hint: "Have it proposed again.",
    });
  }
  return agreeToPanel(proposal, context.person, panel.without);
}
