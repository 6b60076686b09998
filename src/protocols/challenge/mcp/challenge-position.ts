/** Starts a challenge of a position, and waits a while for its outcome. */
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";

import { findFirstHeading } from "../../../config/briefs/front-matter.ts";
import type { HostCall } from "../../../mcp/host-call.ts";
import type { McpContext } from "../../../mcp/mcp-context.ts";
import { createAgentFlags, openAndReply, resolveAgentBrief } from "../../../mcp/open-debate.ts";
import type { ChallengePosition } from "./declare-tool.ts";

// hosts give a call about a minute; opening takes some of these
const CHALLENGE_WAIT_MS = 43_000;

export async function handleChallengePosition(
  mcpContext: McpContext,
  call: HostCall,
  input: ChallengePosition,
): Promise<CallToolResult | InputRequiredResult> {
  const { position, paths, seats = [] } = input;
  const { clock, context } = mcpContext;
  const untilMs = clock.nowMs() + CHALLENGE_WAIT_MS;
  const flags = createAgentFlags(input);
  const question = findFirstHeading(position) ?? "Does this position hold?";
  const settled = await resolveAgentBrief(context, { question, body: position, paths }, flags);
  return openAndReply(mcpContext, call, {
    opening: { ...settled, protocol: "challenge", general: { opening: "user" } },
    flags,
    seats,
    budgetUsd: input.budget_usd,
    untilMs,
  });
}
