/** What people call the steps of `challenge`. */
import { EVIDENCE_TITLES } from "../../evidence/evidence-titles.ts";
import { MOST_ROUNDS } from "./reply-values.ts";

export const titles: Readonly<Record<string, string>> = {
  ...EVIDENCE_TITLES,
  blind: "Before the opening, sealed",
  opening: "Opening",
  challenges: "Round 1, challenge",
  press: "Round 1, pressed for grounds",
  remarks: "Round 1, minor objections",
  ...Object.fromEntries(
    Array.from({ length: MOST_ROUNDS }, (_, index) => index + 1).flatMap((round) => [
      [`response-${round}`, `Round ${round}, response`],
      [`rebuttals-${round}`, `Round ${round}, rebuttals`],
      [`final-${round}`, `Round ${round}, new version tested`],
      [`final-others-${round}`, `Round ${round}, new version tested by the others`],
    ]),
  ),
  assumptions: "Assumptions",
};
