/** Lets a model propose who else should sit, where a table is open to that, and a person agrees to it or edits it. */
import {
  agreeToPanel,
  type PanelInput,
  type PanelProposal,
  preparePanelProposal,
  requireOpenTable,
} from "../../app/panel-proposal.ts";
import type { DebateInput } from "../../app/prepare-debate.ts";
import { type CommandFlags, readListFlag, readTextFlag } from "../../app/read-flags.ts";
import { refuseLikelySecrets } from "../../app/refuse-secrets.ts";
import { SetupError } from "../../errors.ts";
import { formatDollars } from "../../reports/summary-text.ts";
import type { CliContext } from "../cli-context.ts";
import { askPerson, canAskPerson } from "../terminal/ask-person.ts";
import { confirmDebateCost } from "../terminal/confirm-cost.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

/** The seats that a person agreed to; undefined if no proposal was wanted, or it failed. */
export async function offerProposedPanel(
  cli: CliContext,
  input: PanelInput,
  flags: CommandFlags,
): Promise<DebateInput["panel"]> {
  if (flags["proposePanel"] !== true) return undefined;
  const protocol = requireOpenTable(input);
  if (readTextFlag(flags, "replay") !== undefined || flags["dryRun"] === true) return undefined;
  refuseNamedPanel(flags);
  const yes = flags["yes"] === true;
  if (!canAskPerson(cli) && !yes) {
    throw new SetupError(
      "needs-confirmation",
      "A proposed panel needs a person who agrees to it.",
      {
        hint: "Add --yes to take it as it comes, or run this on a terminal.",
      },
    );
  }
  const { proposedBy, expense, propose } = await preparePanelProposal(cli, input, protocol);
  if (!yes) refuseLikelySecrets(input.reading);
  if (!(await confirmDebateCost(cli, expense, flags))) return undefined;
  const panel = await propose();
  if (typeof panel === "string") {
    cli.stderr.write(`${sanitizeForTerminal(`${proposedBy} proposed no panel: ${panel}.`)}\n`);
    return undefined;
  }
  const proposal = { proposedBy, panel };
  printProposedPanel(cli, proposal);
  const without = yes ? [] : await askWhomToLeaveOut(cli, proposal);
  return without && agreeToPanel(proposal, cli.person, without);
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

function printProposedPanel(cli: CliContext, { proposedBy, panel }: PanelProposal): void {
  const { preset, added, costUsd } = panel;
  const lines = [
    `Proposed by ${proposedBy} for ${formatDollars(costUsd)}:`,
    ...(preset ? [`  table ${preset.id}: ${preset.why}`] : []),
    ...added.flatMap(({ id, stance, why }) => [`  ${id}: ${stance}`, `    because ${why}`]),
    ...(preset === null && added.length === 0 ? ["  no further seats"] : []),
  ];
  cli.stderr.write(`${lines.map(sanitizeForTerminal).join("\n")}\n`);
}

/** Undefined where the person wants none of it. */
async function askWhomToLeaveOut(
  cli: CliContext,
  { panel }: PanelProposal,
): Promise<readonly string[] | undefined> {
  if (panel.preset === null && panel.added.length === 0) return undefined;
  const question = "Seat them? Enter for yes, n for none, or the ids to leave out: ";
  const whenLeft = "The usual seats are used.";
  return askPerson(cli, { whenLeft }, async (ask) => {
    const answer = (await ask(question))?.trim().toLowerCase();
    if (answer === undefined || /^(?:n|no)$/.test(answer)) return undefined;
    return /^(?:y|yes)?$/.test(answer) ? [] : answer.split(/[\s,]+/);
  });
}
