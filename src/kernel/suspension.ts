/** Why a debate stopped without ending. These are not errors: `runDebate` catches each one and records it. */

import type { ParticipantAbsent } from "../domain/journal/event.ts";

abstract class Suspension extends Error {}

/** A person asked for a pause. */
export class DebateInterrupted extends Suspension {}

/** A turn in flight was given up; it is made again on resume. */
export class TurnDropped extends DebateInterrupted {}

/** The next call would not fit the limits. */
export class LimitReached extends Suspension {}

/**
 * A key was not accepted before anyone had answered. Waiting loses nothing, so the debate pauses until a person has set
 * another key.
 */
export class KeyRefused extends Suspension {
  /** What is recorded instead when somebody else has spoken after all. */
  readonly absence: ParticipantAbsent;

  constructor(absence: ParticipantAbsent) {
    super(absence.detail);
    this.absence = absence;
  }
}

/** Something outside of the debate cannot be read here; another process may be able to. */
export class OutsideUnreadable extends Suspension {}

/** A question waits for a person. */
export class WaitsForPerson extends Suspension {}

/** Released for another process, which finds everything in the journal; this one is thrown, not journaled. */
export class DebateHandedOver extends Suspension {}

export function isSuspension(error: unknown): error is Suspension {
  return error instanceof Suspension;
}
