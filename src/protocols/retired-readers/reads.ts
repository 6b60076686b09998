/** What is known about one passage once it is read. */
import type { Signs } from "./find-cues.ts";
import type { BriefPassage } from "./passages.ts";

export interface Read {
  readonly passage: BriefPassage;
  /** None when it speaks of the situation as a whole. */
  readonly options: readonly string[];
  readonly signs: Signs;
}
