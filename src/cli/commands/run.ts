import { refusePlan } from "../../app/refuse-plan.ts";
import { settle } from "../../app/settle.ts";
import { lacksOptions, offeredOptions } from "../debates/offer-options.ts";
import { openDebate } from "../debates/open-debate.ts";
import { EXIT } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";

/** Holds a debate on a brief, by whatever protocol is configured. */
export const run: Action = async (session, [from = ""], flags) => {
  await refusePlan(session, from, flags);
  const settled = await settle(session, from, flags);
  if (!lacksOptions(settled)) return openDebate(session, settled, flags);
  const options = await offeredOptions(session, settled, flags);
  if (options === null) return EXIT.usage;
  const { reading } = settled;
  const brief = { ...reading.brief, options };
  return openDebate(session, { ...settled, reading: { ...reading, brief } }, flags);
};
