/** `dissent challenge`: the person's own plan is the opening, and challengers attack it. */
import { resolvePlanInput } from "../../../app/resolve-plan.ts";
import { openDebateInTerminal } from "../../../cli/debates/open-debate.ts";
import type { CommandHandler } from "../../../cli/program/program.ts";

export const runChallengeCommand: CommandHandler = async (cliContext, [from = ""], flags) =>
  openDebateInTerminal(
    cliContext,
    {
      ...(await resolvePlanInput(cliContext, from, flags)),
      protocol: "challenge",
      general: { opening: "user", ...(flags["rewrite"] === true && { rewrite: true }) },
    },
    flags,
  );
