import { settlePlan } from "../../../app/settle-plan.ts";
import { openDebate } from "../../../cli/debates/open-debate.ts";
import type { Action } from "../../../cli/program/program.ts";

/** Here is my plan, attack it: the person's own words are the opening. */
export const challenge: Action = async (session, [from = ""], flags) =>
  openDebate(
    session,
    {
      ...(await settlePlan(session, from, flags)),
      protocol: "challenge",
      general: { opening: "user" },
    },
    flags,
  );
