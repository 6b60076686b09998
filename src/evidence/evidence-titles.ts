/** What people call the steps in which participants ask for files. */
import { EVIDENCE_AGAIN, EVIDENCE_REQUESTS } from "../domain/evidence/evidence-steps.ts";

export const EVIDENCE_TITLES = {
  [EVIDENCE_REQUESTS]: "Files asked for, sealed",
  [EVIDENCE_AGAIN]: "Files asked for again",
} as const;
