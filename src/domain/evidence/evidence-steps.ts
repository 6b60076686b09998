/** The steps in which participants ask for files of a repository, before they say anything about the question. */
import { readStepName } from "../journal/steps.ts";

/** Which files there are. */
export const EVIDENCE_INDEX = "evidence-index";
/** Who wants to see what, blind. */
export const EVIDENCE_REQUESTS = "evidence";
/** What came of it: the same for everyone. */
export const EVIDENCE_FILES = "evidence-files";
/** The same once more, before a rebuttal. */
export const EVIDENCE_AGAIN = "evidence-again";
export const EVIDENCE_AGAIN_FILES = "evidence-again-files";

/** A debate may ask again more than once: `evidence-again`, `evidence-again-2`. */
export function nameRepeatedStep(step: string, time: number): string {
  return time === 1 ? step : `${step}-${time}`;
}

/** Whether a turn only asks for material: it holds no position and is no judgement (K20). */
export function isEvidenceKey(key: string): boolean {
  const step = readStepName(key);
  return step === EVIDENCE_REQUESTS || /^evidence-again(?:-\d+)?$/.test(step);
}

/** As if there were none: for those who read a journal, in which everything was looked up. */
export const NO_EVIDENCE = {
  repo: false,
  repo_bytes: 120_000,
  repo_bytes_each: 60_000,
  repo_again: false,
} as const;
