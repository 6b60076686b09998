/** Lets a model propose who else should sit, where a table is open to that, and a person agrees to it or edits it. */
import {
  createContextRedactor,
  createModelSource,
  createPlanningApp,
} from "../../app/app-context.ts";
import { refuseUnpricedModels } from "../../app/debate-expense.ts";
import type { DebateInput } from "../../app/prepare-debate.ts";
import {
  PANEL_PROPOSAL_CALLS,
  type ProposedPanel,
  createPanelParticipant,
  proposePanelWithModel,
} from "../../app/propose-panel.ts";
import { type CommandFlags, readListFlag, readTextFlag } from "../../app/read-flags.ts";
import { refuseLikelySecrets, refuseOwnKeys } from "../../app/refuse-secrets.ts";
import { findModelSeating } from "../../app/seating/model-seating.ts";
import { PROBE_DEADLINE_MS } from "../../app/seating/probe-model.ts";
import { systemClock } from "../../clock.ts";
import { PROTOCOLS } from "../../dissent.ts";
import { SetupError } from "../../errors.ts";
import { NO_LIMITS } from "../../plan.ts";
import type { OpenTable, Protocol } from "../../protocol.ts";
import { formatDollars } from "../../reports/summary-text.ts";
import type { CliContext } from "../cli-context.ts";
import { askPerson, canAskPerson } from "../terminal/ask-person.ts";
import { confirmDebateCost } from "../terminal/confirm-cost.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

type PanelInput = Pick<DebateInput, "reading" | "configuration" | "protocol">;

/** The seats that a person agreed to; undefined if no proposal was wanted, or it failed. */
export async function offerProposedPanel(
  cli: CliContext,
  input: PanelInput,
  flags: CommandFlags,
): Promise<DebateInput["panel"]> {
  if (flags["proposePanel"] !== true) return undefined;
  const { reading, configuration } = input;
  const protocol = findOpenProtocol(input);
  if (readTextFlag(flags, "replay") !== undefined || flags["dryRun"] === true) return undefined;
  refuseNamedPanel(flags);
  const seating = await findModelSeating(cli, configuration.values);
  const [reference] = seating.models;
  if (reference === undefined) {
    throw new SetupError("usage", "No model is connected that could propose a panel.", {
      hint: "Leave --propose-panel out, or connect a model: dissent doctor",
    });
  }
  if (!canAskPerson(cli) && flags["yes"] !== true) {
    throw new SetupError(
      "needs-confirmation",
      "A proposed panel needs a person who agrees to it.",
      {
        hint: "Add --yes to take it as it comes, or run this on a terminal.",
      },
    );
  }
  refuseOwnKeys(reading, { cwd: cli.cwd, redact: createContextRedactor(cli) });
  if (flags["yes"] !== true) refuseLikelySecrets(reading);
  if (!(await confirmProposalCost(cli, { input, reference, flags }))) return undefined;
  const model = await createModelSource(cli, { configuration })(reference);
  const seats = listDefaultSeats(protocol, input);
  const panel = await proposePanelWithModel(
    model,
    { brief: reading.brief, seats, table: protocol.openTable },
    {
      clock: systemClock,
      deadlineMs: Math.max(configuration.values.timeoutMs ?? 0, PROBE_DEADLINE_MS),
    },
  );
  if (typeof panel === "string") {
    cli.stderr.write(`${sanitizeForTerminal(`${reference} proposed no panel: ${panel}.`)}\n`);
    return undefined;
  }
  printProposedPanel(cli, reference, panel);
  const agreed = flags["yes"] === true ? panel : await editProposedPanel(cli, panel);
  return agreed && convertAgreedPanel(agreed, { proposedBy: reference, agreedBy: cli.person });
}

type OpenProtocol = Protocol & { readonly openTable: OpenTable };

function findOpenProtocol({ protocol, configuration }: PanelInput): OpenProtocol {
  const id = protocol ?? configuration.values.protocol;
  const found = PROTOCOLS.find((one) => one.id === id);
  if (found?.openTable) return { ...found, openTable: found.openTable };
  const open = PROTOCOLS.filter(({ openTable }) => openTable).map((one) => one.id);
  throw new SetupError("usage", `The seats of ${id} are fixed, so there is no panel to propose.`, {
    hint: `Protocols whose panel fits the question: ${open.join(", ")}`,
  });
}

/** Who was named by hand is what the person wants. */
function refuseNamedPanel(flags: CommandFlags): void {
  const named = ["preset", "specialists", "mandatory"].find((flag) =>
    flag === "preset"
      ? readTextFlag(flags, flag) !== undefined
      : readListFlag(flags, flag).length > 0,
  );
  if (named === undefined) return;
  throw new SetupError("usage", `--propose-panel and --${named} both say who sits.`, {
    hint: "Leave one of them out.",
  });
}

function listDefaultSeats(protocol: Protocol, { reading, configuration }: PanelInput) {
  const settings = protocol.settings.safeParse(configuration.values.settings);
  if (!settings.success || !protocol.seating) return protocol.seats;
  return protocol.seating(reading.brief, settings.data, []);
}

async function confirmProposalCost(
  cli: CliContext,
  { input, reference, flags }: { input: PanelInput; reference: string; flags: CommandFlags },
): Promise<boolean> {
  const { values } = input.configuration;
  const limits = { ...NO_LIMITS, ...values.limits };
  const estimate = await createPlanningApp(cli).estimate({
    brief: input.reading.brief,
    participants: [createPanelParticipant(reference)],
    calls: PANEL_PROPOSAL_CALLS,
    limits,
  });
  const expense = { estimate, limits, confirmAboveUsd: values.confirmAboveUsd, found: [] };
  refuseUnpricedModels(expense);
  return confirmDebateCost(cli, expense, flags);
}

function printProposedPanel(cli: CliContext, reference: string, panel: ProposedPanel): void {
  const { preset, added, costUsd } = panel;
  const lines = [
    `Proposed by ${reference} for ${formatDollars(costUsd)}:`,
    ...(preset ? [`  table ${preset.id}: ${preset.why}`] : []),
    ...added.flatMap(({ id, stance, why }) => [`  ${id}: ${stance}`, `    because ${why}`]),
    ...(preset === null && added.length === 0 ? ["  no further seats"] : []),
  ];
  cli.stderr.write(`${lines.map(sanitizeForTerminal).join("\n")}\n`);
}

/** Undefined where the person wants none of it. */
async function editProposedPanel(
  cli: CliContext,
  panel: ProposedPanel,
): Promise<ProposedPanel | undefined> {
  if (panel.preset === null && panel.added.length === 0) return undefined;
  const question = "Seat them? Enter for yes, n for none, or the ids to leave out: ";
  const whenLeft = "The usual seats are used.";
  return askPerson(cli, { whenLeft }, async (ask) => {
    const answer = (await ask(question))?.trim().toLowerCase();
    if (answer === undefined || /^(?:n|no)$/.test(answer)) return undefined;
    const without = new Set(/^(?:y|yes)?$/.test(answer) ? [] : answer.split(/[\s,]+/));
    return { ...panel, added: panel.added.filter(({ id }) => !without.has(id)) };
  });
}

function convertAgreedPanel(
  { preset, added }: ProposedPanel,
  who: { readonly proposedBy: string; readonly agreedBy: string },
): DebateInput["panel"] {
  return {
    seats: Object.fromEntries(added.map(({ id, name, stance }) => [id, { name, stance }])),
    agreed: {
      ...who,
      preset: preset?.id ?? null,
      seats: added.map(({ id, why }) => ({ id, why })),
    },
  };
}
