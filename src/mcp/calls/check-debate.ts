/** Waits for a debate and reports its status. A debate that was opened here and lost its process continues. */
import type { CallToolResult } from "@modelcontextprotocol/server";

import type { DebateRecord } from "../../dissent.ts";
import { readOpening } from "../../domain/journal/event.ts";
import { buildTranscript } from "../../domain/journal/transcript.ts";
import { describeProtocolResult } from "../../protocols/tool-handlers.ts";
import { findTranscriptStatus } from "../debate-status.ts";
import { followDebateProgress, isDebateRunning } from "../follow-debate.ts";
import type { HostCall } from "../host-call.ts";
import type { ToolInput } from "../host-tools.ts";
import { type McpContext, useProjectDebates, wasOpenedOverMcp } from "../mcp-context.ts";
import { createStatusReply, isPausedByLimit } from "../status-reply.ts";

const DEFAULT_WAIT_SECONDS = 40;

export async function handleCheckDebate(
  mcpContext: McpContext,
  call: HostCall,
  input: ToolInput<"check_debate">,
): Promise<CallToolResult> {
  const { wait_seconds: seconds = DEFAULT_WAIT_SECONDS, prompt_from: promptFrom } = input;
  return useProjectDebates(mcpContext, async (app) => {
    const debate = await app.find(input.debate);
    const held = await isDebateRunning(mcpContext, app, debate);
    const continues =
      !held && (await continueInterruptedDebate(mcpContext, await app.read(debate)));
    await followDebateProgress(mcpContext, app, { call, debate, ms: seconds * 1_000 });
    const record = await app.read(debate);
    const continued = continues && mcpContext.runner.findTrouble(debate) === undefined;
    return createStatusReply(mcpContext, app, {
      record,
      remarks: continued ? [CONTINUED_NOTICE] : [],
      promptFrom,
      more: await describeProtocolResult(mcpContext.context, record),
    });
  });
}

const CONTINUED_NOTICE = "Its process had ended; it goes on here, and nothing is lost.";

/** What it would cost was agreed to when it was opened, and its limits are in its journal. */
async function continueInterruptedDebate(
  { runner }: McpContext,
  { id, events }: DebateRecord,
): Promise<boolean> {
  const status = findTranscriptStatus(buildTranscript(events));
  if (status === "settled" || isPausedByLimit(events) || !wasOpenedOverMcp(readOpening(events)))
    return false;
  await runner.start(id);
  // a waiting debate may have lost others' turns; if it has not, running it adds nothing
  return status !== "waiting";
}
