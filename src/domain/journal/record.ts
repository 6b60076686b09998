/** A recorded debate, from the store or from a file. */
import type { Event } from "./event.ts";

export interface DebateRecord {
  readonly id: string;
  readonly lines: readonly string[];
  readonly events: readonly Event[];
  /** Lines with a signature of an event each; absent if nobody signed. */
  readonly signatures?: readonly string[];
  readonly text: (sha256: string) => Promise<string | undefined>;
}
