/** What every tool that opens a debate does: opens it, waits while the tool may, and tells where it stands. */
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
} from "@modelcontextprotocol/server";

import type { DebateRecord } from "../../dissent.ts";
import { followDebateProgress } from "../follow-debate.ts";
import type { HostCall } from "../host-call.ts";
import type { McpContext } from "../mcp-context.ts";
import { openDebateForHost, type OpenDebateRequest } from "../open-debate.ts";
import { useProjectDebates } from "../projects.ts";
import { createStatusReply } from "../status-reply.ts";

interface OpenAndReplyRequest extends OpenDebateRequest {
  /** Until when it is waited for; without it, not at all. */
  readonly untilMs?: number;
  /** Said before what is remarked on the debate. */
  readonly warnings?: readonly string[];
  /** What this tool adds to where the debate stands. */
  readonly more?: (record: DebateRecord) => Promise<Readonly<Record<string, unknown>>>;
}

export async function openAndReply(
  station: McpContext,
  call: HostCall,
  telling: OpenAndReplyRequest,
): Promise<CallToolResult | InputRequiredResult> {
  const { untilMs, warnings = [], more = async () => ({}), ...request } = telling;
  const opened = await openDebateForHost(station, call, request);
  if (isInputRequiredResult(opened)) return opened;
  const { debate, remarks, estimate } = opened;
  return useProjectDebates(station, async (app) => {
    const ms = untilMs === undefined ? 0 : untilMs - station.clock.nowMs();
    await followDebateProgress(station, app, { call, debate, ms });
    const record = await app.read(debate);
    return createStatusReply(station, app, {
      record,
      remarks: [...warnings, ...remarks],
      more: { estimate, ...(await more(record)) },
    });
  });
}
