/** What people call the steps of `judges`. */
import { EVIDENCE_TITLES } from "../../evidence/evidence-titles.ts";

export const titles: Readonly<Record<string, string>> = {
  ...EVIDENCE_TITLES,
  recommendation: "One recommendation",
  openings: "Round 1, sealed",
  responses: "Round 2, challenge and revise",
};
