/** The tools and prompts that protocols bring for hosts, by what they take. */
import { challengePositionTool, challengePrompt } from "./challenge/mcp/declare-tool.ts";
import { mergeDocumentsTool, mergePrompt } from "./merge/mcp/declare-tool.ts";
import { reviewChangeTool, reviewPrompt } from "./review/mcp/declare-tool.ts";

export const PLAN_TOOLS = { challenge_position: challengePositionTool };
export const DRAFT_TOOLS = { merge_documents: mergeDocumentsTool };
export const CHANGE_TOOLS = { review_change: reviewChangeTool };

export const PLAN_PROMPTS = { challenge: challengePrompt };
export const DRAFT_PROMPTS = { merge: mergePrompt };
export const CHANGE_PROMPTS = { review: reviewPrompt };
