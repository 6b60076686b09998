/** What people call the steps of `review`. */
import { EVIDENCE_TITLES } from "../../evidence/evidence-titles.ts";

export const titles: Readonly<Record<string, string>> = {
  ...EVIDENCE_TITLES,
  findings: "Findings, sealed",
  cross: "Cross-examination",
  answers: "The author answers",
  defence: "Defence",
  rulings: "After the defence",
};
