/** The tool and the prompt that merge drafts, as hosts see them. */
import * as z from "zod";

import {
  budget,
  CHANGING_TOOL,
  line,
  promptArgument,
  seats,
  StatusOutput,
  text,
} from "../../../mcp/tool-fields.ts";

// as a merge has them
const FEWEST_DRAFTS = 2;
const MOST_DRAFTS = 10;

const MergeDocuments = z.strictObject({
  // one or the other: hosts refuse a schema that could say so
  paths: z.array(line).min(FEWEST_DRAFTS).max(MOST_DRAFTS).optional(),
  texts: z.array(text).min(FEWEST_DRAFTS).max(MOST_DRAFTS).optional(),
  seats,
  budget_usd: budget,
});

export type MergeDocuments = z.output<typeof MergeDocuments>;

export const mergeDocumentsTool = {
  description:
    "Merge 2 to 10 drafts into one document, every paragraph traced to its draft. Give project paths or texts.",
  input: MergeDocuments,
  output: StatusOutput,
  annotations: CHANGING_TOOL,
};

export const mergePrompt = {
  description: "Make one document of several drafts",
  arguments: z.object({ paths: promptArgument.describe("the drafts, one path a line") }),
  text: ({ paths = "" }) =>
    `Merge these drafts with merge_documents, then tell me what came from which draft, what was left out, and what is unresolved:\n\n${paths}`,
};
