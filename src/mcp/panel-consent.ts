/** A proposed panel needs the user's agreement: the host shows a form with a box for every proposed seat. */
import {
  acceptedContent,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";
import * as z from "zod";

import { explainConfirmationNeeded } from "../app/debate-expense.ts";
import {
  agreeToPanel,
  findPanelProposal,
  forgetPanelProposal,
  keepPanelProposal,
  type PanelProposal,
  preparePanelProposal,
  requireOpenTable,
} from "../app/panel-proposal.ts";
import type { DebateInput } from "../app/prepare-debate.ts";
import { sha256 } from "../kernel/journal/hash-chain.ts";
import { type HostCall, createConfirmationError } from "./host-call.ts";
import { formatMcpOpener, type McpContext } from "./mcp-context.ts";
import { quoteForAgent, quoteLabel } from "./quote-text.ts";

export interface PanelConsent {
  readonly panel: DebateInput["panel"];
  /** To be called once the debate is open: the agreement was for this one. */
  readonly forget: () => void;
}

const SeatForm = z.record(z.string(), z.boolean());

/** The panel that the user agreed to, or the form that asks for it. */
export async function requestPanelConsent(
  mcp: McpContext,
  call: HostCall,
  input: DebateInput,
): Promise<PanelConsent | InputRequiredResult> {
  const { context, seal } = mcp;
  const protocol = requireOpenTable(input);
  if (!call.canAsk) {
    throw createConfirmationError(
      "A proposed panel needs the user's agreement.",
      "This host cannot ask its user. Start without propose_panel, or let the user start it on the page.",
    );
  }
  const about = JSON.stringify(["panel", input.reading.brief, protocol.id]);
  const id = sha256(about);
  const forget = (): void => {
    for (const key of [id, agreedKey(id)]) forgetPanelProposal(context, key);
  };
  const by = formatMcpOpener(context);
  // a second question, about the price, comes after the user has agreed to the seats
  const agreed = findPanelProposal(context, agreedKey(id));
  if (agreed) return { panel: agreeToPanel(agreed, by), forget };
  const proposal = findPanelProposal(context, id) ?? (await proposeForHost(mcp, input, id));
  const { inputResponses } = call.context.mcpReq;
  const isAnswered = inputResponse(inputResponses, "panel").kind !== "missing";
  if (!isAnswered || !seal.acceptAnswer(call.context, "panel", about)) {
    return inputRequired({
      inputRequests: { panel: inputRequired.elicit(createPanelForm(proposal)) },
      requestState: await seal.mint("panel", about),
    });
  }
  const chosen = acceptedContent(inputResponses, "panel", SeatForm);
  if (!chosen) {
    forget();
    throw createConfirmationError(
      "The user did not agree to the proposed panel.",
      "Start without propose_panel for the usual seats, if the user wants that.",
    );
  }
  const { panel } = proposal;
  const kept = {
    ...proposal,
    panel: {
      ...panel,
      preset: chosen[PRESET_FIELD] === false ? null : panel.preset,
      added: panel.added.filter((seat) => chosen[seat.id] !== false),
    },
  };
  keepPanelProposal(context, kept, agreedKey(id));
  return { panel: agreeToPanel(kept, by), forget };
}

function agreedKey(id: string): string {
  return `${id} agreed`;
}

/** The price of one call is below what any user is asked about; a dearer one is refused. */
async function proposeForHost(
  { context }: McpContext,
  input: DebateInput,
  id: string,
): Promise<PanelProposal> {
  const prepared = await preparePanelProposal(context, input, requireOpenTable(input));
  const { proposedBy, expense, propose } = prepared;
  const reason = explainConfirmationNeeded(expense);
  if (reason !== null) {
    throw createConfirmationError(
      `${reason}, for the proposal alone.`,
      "Start without propose_panel, or let the user seat a cheaper model.",
    );
  }
  const panel = await propose();
  if (typeof panel === "string") {
    throw createConfirmationError(
      `${quoteLabel(proposedBy)} proposed no panel: ${quoteForAgent(panel, 200)}.`,
      "Start without propose_panel for the usual seats.",
    );
  }
  const proposal = { proposedBy, panel };
  keepPanelProposal(context, proposal, id);
  return proposal;
}

/** Not a seat's id: those are slugs. */
const PRESET_FIELD = "table:";

function createPanelForm({ proposedBy, panel: { preset, added } }: PanelProposal) {
  const box = (title: string, description: string) => ({
    type: "boolean" as const,
    title: quoteForAgent(title, 80),
    description: quoteForAgent(description, 300),
    default: true,
  });
  const nobody = preset === null && added.length === 0;
  return {
    message: nobody
      ? `${quoteLabel(proposedBy)} proposes no further seats. Start with the usual ones?`
      : `${quoteLabel(proposedBy)} proposes who else should sit. Untick whom you do not want.`,
    requestedSchema: {
      type: "object" as const,
      properties: {
        ...(preset && { [PRESET_FIELD]: box(`Table ${preset.id}`, preset.why) }),
        ...Object.fromEntries(
          added.map(({ id, name, stance, why }) => [id, box(name, `${stance} Because: ${why}`)]),
        ),
      },
    },
  };
}
