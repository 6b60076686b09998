/** The tools that protocols bring for hosts, by what they take. */
import { challengePositionTool } from "./challenge/mcp/declare-tool.ts";
import { mergeDocumentsTool } from "./merge/mcp/declare-tool.ts";

export const PLAN_TOOLS = { challenge_position: challengePositionTool };
export const DRAFT_TOOLS = { merge_documents: mergeDocumentsTool };
