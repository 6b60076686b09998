/** What every tool that opens a debate does: opens it, waits while the tool may, and tells where it stands. */
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
} from "@modelcontextprotocol/server";

import type { DebateRecord } from "../../dissent.ts";
import type { Call } from "../call.ts";
import { follow } from "../follow.ts";
import { openDebate, type OpeningRequest } from "../open.ts";
import { withDebates } from "../projects.ts";
import { standingReply } from "../reply.ts";
import type { Station } from "../station.ts";

interface Telling extends OpeningRequest {
  /** Until when it is waited for; without it, not at all. */
  readonly untilMs?: number;
  /** Said before what is remarked on the debate. */
  readonly warnings?: readonly string[];
  /** What this tool adds to where the debate stands. */
  readonly more?: (record: DebateRecord) => Promise<Readonly<Record<string, unknown>>>;
}

export async function openedReply(
  station: Station,
  call: Call,
  telling: Telling,
): Promise<CallToolResult | InputRequiredResult> {
  const { untilMs, warnings = [], more = async () => ({}), ...request } = telling;
  const opened = await openDebate(station, call, request);
  if (isInputRequiredResult(opened)) return opened;
  const { debate, remarks, estimate } = opened;
  return withDebates(station, async (app) => {
    const ms = untilMs === undefined ? 0 : untilMs - station.clock.nowMs();
    await follow(station, app, { call, debate, ms });
    const record = await app.read(debate);
    return standingReply(station, app, {
      record,
      remarks: [...warnings, ...remarks],
      more: { estimate, ...(await more(record)) },
    });
  });
}
