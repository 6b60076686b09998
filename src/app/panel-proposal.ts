/**
 * Proposes a panel for any surface: finds the table and the model, prices the call, and keeps what was proposed until a
 * person has agreed to it. What is not known here cannot be agreed to, so a journal names the model that really spoke.
 */
import { randomBytes } from "node:crypto";

import { systemClock } from "../clock.ts";
import { PROTOCOLS } from "../dissent.ts";
import { SetupError } from "../errors.ts";
import { NO_LIMITS } from "../plan.ts";
import type { OpenTable, Protocol } from "../protocol.ts";
import {
  type AppContext,
  createModelSource,
  createOwnKeyRedactor,
  createPlanningApp,
} from "./app-context.ts";
import { type DebateExpense, refuseUnpricedModels } from "./debate-expense.ts";
import type { DebateInput } from "./prepare-debate.ts";
import {
  createPanelParticipant,
  PANEL_PROPOSAL_CALLS,
  type ProposedPanel,
  proposePanelWithModel,
} from "./propose-panel.ts";
import { refuseOwnKeys } from "./refuse-secrets.ts";
import { findModelSeating } from "./seating/model-seating.ts";
import { PROBE_DEADLINE_MS } from "./seating/probe-model.ts";

export type PanelInput = Pick<DebateInput, "reading" | "configuration" | "protocol">;

export type OpenTableProtocol = Protocol & { readonly openTable: OpenTable };

export interface PanelProposal {
  /** The model that proposed it. */
  readonly proposedBy: string;
  readonly panel: ProposedPanel;
}

export interface PreparedPanelProposal {
  readonly proposedBy: string;
  readonly expense: DebateExpense;
  /** Asks the model; a string says why it proposed nothing. */
  readonly propose: () => Promise<ProposedPanel | string>;
}

/** Undefined where the seats are fixed. */
export function findOpenTable({
  protocol,
  configuration,
}: PanelInput): OpenTableProtocol | undefined {
  const id = protocol ?? configuration.values.protocol;
  const found = PROTOCOLS.find((one) => one.id === id);
  return found?.openTable && { ...found, openTable: found.openTable };
}

export function requireOpenTable(input: PanelInput): OpenTableProtocol {
  const found = findOpenTable(input);
  if (found) return found;
  const id = input.protocol ?? input.configuration.values.protocol;
  const open = PROTOCOLS.filter(({ openTable }) => openTable).map((one) => one.id);
  throw new SetupError("usage", `The seats of ${id} are fixed, so there is no panel to propose.`, {
    hint: `Protocols whose panel fits the question: ${open.join(", ")}`,
  });
}

/** Spends nothing yet. */
export async function preparePanelProposal(
  context: AppContext,
  input: PanelInput,
  protocol: OpenTableProtocol,
): Promise<PreparedPanelProposal> {
  const { reading, configuration } = input;
  const { values } = configuration;
  const seating = await findModelSeating(context, values);
  const [proposedBy] = seating.models;
  if (proposedBy === undefined || seating.from === "offline") {
    throw new SetupError("usage", "No model is connected that could propose a panel.", {
      hint: "Start with the usual seats, or connect a model: dissent doctor",
    });
  }
  refuseOwnKeys(reading, { cwd: context.cwd, redact: createOwnKeyRedactor(context) });
  const limits = { ...NO_LIMITS, ...values.limits };
  const estimate = await createPlanningApp(context).estimate({
    brief: reading.brief,
    participants: [createPanelParticipant(proposedBy)],
    calls: PANEL_PROPOSAL_CALLS,
    limits,
  });
  const { confirmAboveUsd } = values;
  const found = seating.from === "found" ? [proposedBy] : [];
  const expense = { estimate, limits, confirmAboveUsd, found };
  refuseUnpricedModels(expense);
  return {
    proposedBy,
    expense,
    async propose() {
      const model = await createModelSource(context, { configuration })(proposedBy);
      const seats = listUsualSeats(protocol, input);
      return proposePanelWithModel(
        model,
        { brief: reading.brief, seats, table: protocol.openTable },
        {
          clock: systemClock,
          deadlineMs: Math.max(values.timeoutMs ?? 0, PROBE_DEADLINE_MS),
        },
      );
    },
  };
}

function listUsualSeats(protocol: Protocol, { reading, configuration }: PanelInput) {
  const settings = protocol.settings.safeParse(configuration.values.settings);
  if (!settings.success || !protocol.seating) return protocol.seats;
  return protocol.seating(reading.brief, settings.data, []);
}

/** What a debate is opened with once a person has agreed; `without` names the seats they left out. */
export function agreeToPanel(
  { proposedBy, panel: { preset, added } }: PanelProposal,
  agreedBy: string,
  without: readonly string[] = [],
): NonNullable<DebateInput["panel"]> {
  const seated = added.filter(({ id }) => !without.includes(id));
  return {
    seats: Object.fromEntries(seated.map(({ id, name, stance }) => [id, { name, stance }])),
    agreed: {
      proposedBy,
      agreedBy,
      preset: preset?.id ?? null,
      seats: seated.map(({ id, why }) => ({ id, why })),
    },
  };
}

const MOST_KEPT = 50;
const keptByContext = new WeakMap<AppContext, Map<string, PanelProposal>>();

/** The id under which it is found again; the oldest go first. */
export function keepPanelProposal(
  context: AppContext,
  proposal: PanelProposal,
  id = randomBytes(12).toString("hex"),
): string {
  const kept = keptByContext.get(context) ?? new Map<string, PanelProposal>();
  keptByContext.set(context, kept);
  kept.set(id, proposal);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return id;
}

export function findPanelProposal(context: AppContext, id: string): PanelProposal | undefined {
  return keptByContext.get(context)?.get(id);
}

export function forgetPanelProposal(context: AppContext, id: string): void {
  keptByContext.get(context)?.delete(id);
}
