import { refusePlan } from "../../desk/refuse-plan.ts";
import { settle } from "../../desk/settle.ts";
import { EXIT } from "../exit-codes.ts";
import { lacksOptions, offeredOptions } from "../offer-options.ts";
import { openDebate } from "../open-debate.ts";
import type { Action } from "../program.ts";

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
