/** The tool that has a position attacked, as hosts see it. */
import * as z from "zod";

import {
  budget,
  CHANGING_TOOL,
  paths,
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
    "Have a plan or position attacked by independent challengers before you rely on it. Returns within 45 s: claims, verdicts, cruxes; else the id, for check_debate.",
  input: ChallengePosition,
  output: StatusOutput,
  annotations: CHANGING_TOOL,
};
