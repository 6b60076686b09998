/** The prompt input for writing a whole variant, as data. */
import type { Brief } from "../../../domain/brief.ts";
import type { Participant } from "../../../domain/participant.ts";

export interface WriteMatter {
  readonly kind: "merge.write";
  readonly brief: Brief;
  readonly seat: Participant;
  /** What is to be written: roadmap, spec, design… */
  readonly type: string;
  readonly persona: string | null;
  readonly instruction: string | null;
  /** Text of the source; empty where there is none. */
  readonly source: string;
  readonly [field: string]: unknown;
}
