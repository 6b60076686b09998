/** The figures of the rules that nobody can set. */

/** Below it, a participant is in significant disagreement, and a mandatory one can only be overruled by name. */
export const VETO_BELOW = 70;

/** A rise this large has a cause, or it does not count. */
export const RISE = 10;
