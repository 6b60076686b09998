/** Arguments in pieces small enough to be answered, conceded or cited as a cause. */
import type { CheckedEvidence, Evidence } from "./evidence.ts";

/** A claim as a reply states it, before it has an id. */
export interface ClaimDraft {
  /** One point in a line. */
  readonly text: string;
  /** The argument in full, where there is more to say than the line. */
  readonly detail?: string;
  /** Option id, claim id or participant id that it speaks of. */
  readonly about: string;
  readonly side: "supports" | "attacks";
  readonly evidence: readonly Evidence[];
  /**
   * Part of a table or a summary: it has an id so that others can attack, concede or quote it, and is listed only where
   * somebody did.
   */
  readonly aside?: true;
}

export interface Claim {
  /** Short and stable: the same in journal, terminal, page and reports. */
  readonly id: string;
  readonly by: string;
  readonly text: string;
  readonly detail?: string;
  readonly about: string;
  readonly side: "supports" | "attacks";
  readonly evidence: readonly CheckedEvidence[];
  readonly aside?: true;
}
