/** The tool that merges drafts, as hosts see it. */
import * as z from "zod";

import {
  budget,
  CHANGING_TOOL,
  line,
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
