/** Opens a debate and returns at once; the debate continues in the background. */
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
} from "@modelcontextprotocol/server";

import type { HostCall } from "../host-call.ts";
import type { ToolInput } from "../host-tools.ts";
import type { McpContext } from "../mcp-context.ts";
import { createAgentFlags, openAndReply, resolveAgentBrief } from "../open-debate.ts";
import { requestPanelConsent } from "../panel-consent.ts";

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
  const request = { opening, flags, seats, budgetUsd: input.budget_usd };
  if (input.propose_panel !== true) return openAndReply(mcp, call, request);
  const consent = await requestPanelConsent(mcp, call, opening);
  if (isInputRequiredResult(consent)) return consent;
  const { panel, forget } = consent;
  let isAsking = false;
  try {
    const reply = await openAndReply(mcp, call, { ...request, opening: { ...opening, panel } });
    isAsking = isInputRequiredResult(reply);
    return reply;
  } finally {
    if (!isAsking) forget();
  }
}
