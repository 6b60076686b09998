/** Runs a debate on a brief, with the configured protocol. */
import { readConfiguredInput, resolveConfigWithFlags } from "../../app/resolve-input.ts";
import { refusePlanAsBrief } from "../../app/resolve-plan.ts";
import { lacksOptions, offerDraftedOptions } from "../debates/offer-options.ts";
import { openDebateInTerminal } from "../debates/open-debate.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";

export const runDebateCommand: CommandHandler = async (cli, [from = ""], flags) => {
  const outside = await resolveConfigWithFlags(cli, flags, null);
  await refusePlanAsBrief(cli, outside, { from, flags });
  const input = await readConfiguredInput(cli, outside, { from, flags });
  if (!lacksOptions(input)) return openDebateInTerminal(cli, input, flags);
  const options = await offerDraftedOptions(cli, input, flags);
  if (options === null) return EXIT.usage;
  const { reading } = input;
  const brief = { ...reading.brief, options };
  return openDebateInTerminal(cli, { ...input, reading: { ...reading, brief } }, flags);
};
