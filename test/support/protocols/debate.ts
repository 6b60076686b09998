/** A debate that a test has held, whatever its protocol. */
import type { Dissent } from "../../../src/dissent.ts";
import type { Event } from "../../../src/domain/journal/event.ts";
import type { Outcome } from "../../../src/domain/outcome.ts";
import type { RunResult } from "../../../src/engine.ts";

export interface Held {
  readonly outcome: Outcome | null;
  readonly holding: RunResult;
  readonly events: readonly Event[];
  readonly app: Dissent;
  readonly id: string;
  /** Keys in the order they were asked, attempts included. */
  readonly asked: readonly string[];
}
