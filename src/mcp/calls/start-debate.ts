/** Opens a debate and returns at once; it goes on in the background. */
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
} from "@modelcontextprotocol/server";

import { flagsFor, settleGiven } from "../brief-text.ts";
import type { Call } from "../call.ts";
import { openDebate } from "../open.ts";
import { withDebates } from "../projects.ts";
import { standingReply } from "../reply.ts";
import type { Station } from "../station.ts";
import type { InputOf } from "../tools.ts";

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
  const opened = await openDebate(station, call, {
    opening,
    flags,
    seats,
    budgetUsd: input.budget_usd,
  });
  if (isInputRequiredResult(opened)) return opened;
  const { debate, remarks, estimate } = opened;
  return withDebates(station, async (app) =>
    standingReply(station, app, { record: await app.read(debate), remarks, more: { estimate } }),
  );
}
