/** The tool and the prompt that have a change attacked, as hosts see them. */
import * as z from "zod";

import {
  budget,
  CHANGING_TOOL,
  line,
  promptArgument,
  seats,
  StatusOutput,
} from "../../../mcp/tool-fields.ts";

const ReviewChange = z.strictObject({
  change: line.optional(),
  seats,
  budget_usd: budget,
});

export type ReviewChange = z.output<typeof ReviewChange>;

export const reviewChangeTool = {
  description: "Have a code change attacked: a commit, a range, or the working tree.",
  input: ReviewChange,
  output: StatusOutput,
  annotations: CHANGING_TOOL,
};

export const reviewPrompt = {
  description: "Have a change attacked before you merge it",
  arguments: z.object({
    change: promptArgument.describe("a range or a commit; else the working tree").optional(),
  }),
  text: ({ change = "the working tree" }) =>
    `Have this change reviewed with review_change: ${change}. Follow it with check_debate until it has ended. Then tell me each finding that was confirmed or is open, with its file and line, who refuted what, and what was left out. Change nothing before I say so.`,
};
