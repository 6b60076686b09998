/** Finds earlier decisions of this project. It starts nothing. */
import type { CallToolResult } from "@modelcontextprotocol/server";

import { mayHaveDebates } from "../../app/project/project-store.ts";
import { findAcceptedDecision } from "../../domain/similar-decisions.ts";
import type { ListedDebate } from "../../store.ts";
import type { AgentDescription } from "../debate-status.ts";
import { type HostCall, createToolResult } from "../host-call.ts";
import type { ToolInput } from "../host-tools.ts";
import { type McpContext, useProjectDebates } from "../mcp-context.ts";
import { QUOTE_LIMITS, quoteForAgent, quoteLabel } from "../quote-text.ts";

const DEFAULT_DECISION_LIMIT = 10;

export async function handleFindDecisions(
  mcp: McpContext,
  _call: HostCall,
  { words = "", limit = DEFAULT_DECISION_LIMIT }: ToolInput<"find_decisions">,
): Promise<CallToolResult> {
  if (!mayHaveDebates(mcp.context)) return createToolResult({ decisions: [] });
  return useProjectDebates(mcp, async (app) => {
    const search = words.trim();
    const unreadable: string[] = [];
    const onUnreadable = (debate: string): void => void unreadable.push(quoteLabel(debate));
    const listed = await app.list({ limit, onUnreadable, ...(search !== "" && { search }) });
    // a demo decided nothing here
    const own = listed.filter(({ recorded }) => !recorded);
    return createToolResult({
      decisions: own.map(describeListedDecision),
      ...(unreadable.length > 0 && { unreadable }),
    });
  });
}

function describeListedDecision(debate: ListedDebate): AgentDescription {
  const { id, question, protocol, status, label, degraded, nobodyJudged, decided } = debate;
  const decision = findAcceptedDecision(debate);
  return {
    debate: id,
    status,
    protocol,
    question: { quoted: quoteForAgent(question, QUOTE_LIMITS.sentence) },
    ...(label !== null && { outcome: label }),
    ...(nobodyJudged && decided === null && { nobody_judged: true }),
    ...(degraded && { degraded }),
    ...(decision && {
      choice: quoteLabel(decision.choice),
      ...(decision.label !== null && { quoted: quoteForAgent(decision.label, QUOTE_LIMITS.label) }),
      decided_by: decision.by,
      decided_at: new Date(decision.decidedMs).toISOString(),
    }),
    record: `dissent://debates/${id}/record.md`,
  };
}
