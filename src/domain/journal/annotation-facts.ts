/** Facts that may follow an outcome. None of them changes it. */
import type { Fact } from "./event.ts";

/** A person watches a premise of a decision: who owns it, until when, and how it is checked. */
export interface FootingNoted {
  readonly type: "footing-noted";
  /** P1, P2…: the place in `listPremises`. */
  readonly footing: string;
  readonly owner: string | null;
  /** Day by which it is to be looked at again, as YYYY-MM-DD. */
  readonly due: string | null;
  /** A program and arguments that exit with 0 while it is true; never run in a shell. */
  readonly command: readonly string[] | null;
  readonly by: string;
}

export interface FootingChecked {
  readonly type: "footing-checked";
  readonly footing: string;
  readonly state: "holds" | "lost";
  readonly detail: string;
  /** The person, or `check` where its command was run. */
  readonly by: string;
}

/** How the decision turned out; calibration learns from it. */
export interface DecisionJudged {
  readonly type: "decision-judged";
  readonly verdict: "right" | "wrong" | "partial";
  readonly reason: string;
  readonly by: string;
}

export const ANNOTATION_TYPES: ReadonlySet<Fact["type"]> = new Set([
  "decision-recorded",
  "footing-noted",
  "footing-checked",
  "decision-judged",
]);
