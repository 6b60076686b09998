/** Opens a debate and returns at once; the debate continues in the background. */
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";

import type { HostCall } from "../host-call.ts";
import type { ToolInput } from "../host-tools.ts";
import type { McpContext } from "../mcp-context.ts";
import { createAgentFlags, openAndReply, resolveAgentBrief } from "../open-debate.ts";

export async function handleStartDebate(
  mcp: McpContext,
  call: HostCall,
  input: ToolInput<"start_debate">,
): Promise<CallToolResult | InputRequiredResult> {
  const { question, options, protocol, context = "", paths, seats = [] } = input;
  const flags = {
    ...createAgentFlags(input),
    ...(protocol !== undefined && { protocol }),
    sharedHost: input.share_host === true,
  };
  const opening = await resolveAgentBrief(
    mcp.context,
    { question, body: context, options, paths },
    flags,
  );
  return openAndReply(mcp, call, { opening, flags, seats, budgetUsd: input.budget_usd });
}
