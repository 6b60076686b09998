import { resolveInput } from "../../app/resolve-input.ts";
import { refusePlanAsBrief } from "../../app/resolve-plan.ts";
import { lacksOptions, offerDraftedOptions } from "../debates/offer-options.ts";
import { openDebateInTerminal } from "../debates/open-debate.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";

/** Holds a debate on a brief, by whatever protocol is configured. */
export const runDebateCommand: CommandHandler = async (session, [from = ""], flags) => {
  await refusePlanAsBrief(session, from, flags);
  const settled = await resolveInput(session, from, flags);
  if (!lacksOptions(settled)) return openDebateInTerminal(session, settled, flags);
  const options = await offerDraftedOptions(session, settled, flags);
  if (options === null) return EXIT.usage;
  const { reading } = settled;
  const brief = { ...reading.brief, options };
  return openDebateInTerminal(session, { ...settled, reading: { ...reading, brief } }, flags);
};
