/** Opens a debate and returns at once; it goes on in the background. */
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";

import { flagsFor, settleGiven } from "../brief-text.ts";
import type { Call } from "../call.ts";
import type { Station } from "../station.ts";
import type { InputOf } from "../tools.ts";
import { openedReply } from "./opened-reply.ts";

export async function startDebate(
  station: Station,
  call: Call,
  input: InputOf<"start_debate">,
): Promise<CallToolResult | InputRequiredResult> {
  const { question, options, protocol, context = "", paths, seats = [] } = input;
  const flags = {
    ...flagsFor(input),
    ...(protocol !== undefined && { protocol }),
    sharedHost: input.share_host === true,
  };
  const opening = await settleGiven(
    station.desk,
    { question, body: context, options, paths },
    flags,
  );
  return openedReply(station, call, { opening, flags, seats, budgetUsd: input.budget_usd });
}
