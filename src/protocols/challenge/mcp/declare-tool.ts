/** The tool and the prompt that have a position attacked, as hosts see them. */
import * as z from "zod";

import {
  budget,
  CHANGING_TOOL,
  paths,
  promptArgument,
  seats,
  StatusOutput,
  text,
} from "../../../mcp/tool-fields.ts";

const ChallengePosition = z.strictObject({
  position: text,
  paths,
  seats,
  budget_usd: budget,
});

export type ChallengePosition = z.output<typeof ChallengePosition>;

export const challengePositionTool = {
  description:
    "Have a plan or position attacked by independent challengers before you rely on it. Returns within 45 s, or the id for check_debate.",
  input: ChallengePosition,
  output: StatusOutput,
  annotations: CHANGING_TOOL,
};

export const challengePrompt = {
  description: "Have a plan attacked before you rely on it",
  arguments: z.object({
    position: promptArgument.describe("the plan, or where it is").optional(),
  }),
  text: ({ position = "the plan we have just discussed" }) =>
    `Have this position challenged with challenge_position, whole and in its author's words:\n\n${position}\n\nThen tell me which objections stand, which were answered, and what would change the verdict. Do not soften them.`,
};
