/** The titles of a board's steps. There are at most ten rounds, so each has its own title. */
import { EVIDENCE_TITLES } from "../../evidence/evidence-titles.ts";

const ROUNDS = Array.from({ length: 10 }, (_, index) => index + 1);

export const titles: Readonly<Record<string, string>> = {
  ...EVIDENCE_TITLES,
  statements: "Phase 1, sealed statements",
  ...Object.fromEntries(
    ROUNDS.flatMap((round) => [
      [`responses-${round}`, `Phase 2, round ${round}`],
      [`gate-${round}`, `Gate review after round ${round}`],
      [`poll-${round}`, `Poll after round ${round}: move on?`],
    ]),
  ),
  synthesis: "Phase 3, synthesis",
  "synthesis-2": "Phase 3, synthesis by another seat",
  reviews: "Phase 3, reviews of the synthesis",
  correction: "Phase 3, correction",
  recheck: "Phase 3, reviews of the correction",
};
