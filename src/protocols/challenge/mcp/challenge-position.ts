/** Has a position attacked, and waits a while for what comes of it. */
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";

import { headingOf } from "../../../config/briefs/front-matter.ts";
import { flagsFor, settleGiven } from "../../../mcp/brief-text.ts";
import type { Call } from "../../../mcp/call.ts";
import { openedReply } from "../../../mcp/calls/opened-reply.ts";
import type { Station } from "../../../mcp/station.ts";
import type { InputOf } from "../../../mcp/tools.ts";

// hosts give a call about a minute; opening takes some of these
const PATIENCE_MS = 43_000;

export async function challengePosition(
  station: Station,
  call: Call,
  input: InputOf<"challenge_position">,
): Promise<CallToolResult | InputRequiredResult> {
  const { position, paths, seats = [] } = input;
  const { clock, desk } = station;
  const untilMs = clock.nowMs() + PATIENCE_MS;
  const flags = flagsFor(input);
  const question = headingOf(position) ?? "Does this position hold?";
  const settled = await settleGiven(desk, { question, body: position, paths }, flags);
  return openedReply(station, call, {
    opening: { ...settled, protocol: "challenge", general: { opening: "user" } },
    flags,
    seats,
    budgetUsd: input.budget_usd,
    untilMs,
  });
}
