/** Why a debate stopped without ending. Not errors: each is caught by `holdDebate` and journaled. */

abstract class Suspension extends Error {}

/** A person asked for a pause. */
export class Interrupted extends Suspension {}

/** A turn in flight was given up; it is made again on resume. */
export class Dropped extends Interrupted {}

/** The next call would not fit the limits. */
export class LimitReached extends Suspension {}

/** A question waits for a person. */
export class WaitsForPerson extends Suspension {}

/** Let go for another holder, who finds everything in the journal; the one that is thrown, not journaled. */
export class HandedOver extends Suspension {}

export function isSuspension(error: unknown): error is Suspension {
  return error instanceof Suspension;
}
