/** Runs a debate on a brief, with the configured protocol. */
import { resolveInput } from "../../app/resolve-input.ts";
import { refusePlanAsBrief } from "../../app/resolve-plan.ts";
import { lacksOptions, offerDraftedOptions } from "../debates/offer-options.ts";
import { openDebateInTerminal } from "../debates/open-debate.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";

export const runDebateCommand: CommandHandler = async (cli, [from = ""], flags) => {
  await refusePlanAsBrief(cli, from, flags);
  const settled = await resolveInput(cli, from, flags);
  if (!lacksOptions(settled)) return openDebateInTerminal(cli, settled, flags);
  const options = await offerDraftedOptions(cli, settled, flags);
  if (options === null) return EXIT.usage;
  const { reading } = settled;
  const brief = { ...reading.brief, options };
  return openDebateInTerminal(cli, { ...settled, reading: { ...reading, brief } }, flags);
};
