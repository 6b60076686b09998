/** Has a position attacked, and waits a while for what comes of it. */
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
} from "@modelcontextprotocol/server";

import { headingOf } from "../../intake/front-matter.ts";
import { flagsFor, settleGiven } from "../brief-text.ts";
import type { Call } from "../call.ts";
import { follow } from "../follow.ts";
import { openDebate } from "../open.ts";
import { withDebates } from "../projects.ts";
import { standingReply } from "../reply.ts";
import type { Station } from "../station.ts";
import type { InputOf } from "../tools.ts";

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
  const opened = await openDebate(station, call, {
    opening: { ...settled, protocol: "challenge", general: { opening: "user" } },
    flags,
    seats,
    budgetUsd: input.budget_usd,
  });
  if (isInputRequiredResult(opened)) return opened;
  const { debate, remarks, estimate } = opened;
  return withDebates(station, async (app) => {
    await follow(station, app, { call, debate, ms: untilMs - clock.nowMs() });
    const record = await app.read(debate);
    return standingReply(station, app, { record, remarks, more: { estimate } });
  });
}
