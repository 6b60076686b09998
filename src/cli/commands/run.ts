import { refusePlan } from "../../desk/refuse-plan.ts";
import { settle } from "../../desk/settle.ts";
import { openDebate } from "../open-debate.ts";
import type { Action } from "../program.ts";

/** Holds a debate on a brief, by whatever protocol is configured. */
export const run: Action = async (session, [from = ""], flags) => {
  await refusePlan(session, from, flags);
  return openDebate(session, await settle(session, from, flags), flags);
};
