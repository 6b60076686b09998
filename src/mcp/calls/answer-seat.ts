/** Records the host's reply for its seat, and continues the debate. */
import type { CallToolResult } from "@modelcontextprotocol/server";

import { createCommandContext } from "../../app/commands/command-context.ts";
import { answerSeat } from "../../app/commands/decide-debate.ts";
import { StoreError } from "../../errors.ts";
import { followDebateProgress, isDebateRunning } from "../follow-debate.ts";
import type { HostCall } from "../host-call.ts";
import type { ToolInput } from "../host-tools.ts";
import { type McpContext, useProjectDebates } from "../mcp-context.ts";
import { createStatusReply } from "../status-reply.ts";

const ANSWER_SEAT_WAIT_MS = 40_000;

/** KP2: the reply is read, checked and sent back once like any other. */
export async function handleAnswerSeat(
  mcp: McpContext,
  call: HostCall,
  { debate: reference, seat, reply }: ToolInput<"answer_seat">,
): Promise<CallToolResult> {
  const { clock } = mcp;
  const untilMs = clock.nowMs() + ANSWER_SEAT_WAIT_MS;
  return useProjectDebates(mcp, async (app) => {
    const debate = await app.find(reference);
    // a journal has one writer: what others are still saying is let land first
    await followDebateProgress(mcp, app, { call, debate, ms: ANSWER_SEAT_WAIT_MS / 2 });
    call.signal.throwIfAborted();
    if (await isDebateRunning(mcp, app, debate)) {
      throw new StoreError(
        "store-lease-held",
        `Others still speak in ${debate}; nothing was taken.`,
        {
          hint: "Call check_debate, then send the same reply again.",
        },
      );
    }
    const commands = createCommandContext(mcp.context, app, mcp);
    await answerSeat(commands, debate, { seat, text: reply, by: call.host, from: "host" });
    await followDebateProgress(mcp, app, { call, debate, ms: untilMs - clock.nowMs() });
    return createStatusReply(mcp, app, { record: await app.read(debate) });
  });
}
