/** What people call the steps of `roundtable`. */
import { EVIDENCE_TITLES } from "../../evidence/evidence-titles.ts";

export const titles: Readonly<Record<string, string>> = {
  ...EVIDENCE_TITLES,
  positions: "First positions, sealed",
  proposal: "The lead's proposal before round",
  discussion: "Discussion",
  scores: "Scores, to the lead alone",
  "adr-draft": "Decision record, draft",
  "adr-review": "Decision record, review",
  "adr-revision": "Decision record, revision",
};
