/** Has a position attacked, and waits a while for what comes of it. */
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";

import { headingOf } from "../../intake/front-matter.ts";
import { flagsFor, settleGiven } from "../brief-text.ts";
import type { Call } from "../call.ts";
import type { Station } from "../station.ts";
import type { InputOf } from "../tools.ts";
import { openedReply } from "./opened-reply.ts";

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
