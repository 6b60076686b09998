/** K5: a change of position names what caused it, and the cause is checked. */
import type { Claim } from "../claim.ts";
import { type CheckedEvidence, describeEvidenceCheck, foldText } from "../evidence/evidence.ts";

export interface StatedCause {
  readonly claims: readonly string[];
  /** Evidence the speaker found by itself, already checked against its sources. */
  readonly evidence: readonly CheckedEvidence[];
}

export interface ChangeContext {
  readonly by: string;
  /** Claims the speaker could see when it spoke. */
  readonly visible: readonly Claim[];
  /** Claims it had already been shown before its last turn. */
  readonly seenBefore: ReadonlySet<string>;
  /** Where given, a claim that causes the move must bear on it. */
  readonly move?: CausedMove;
}

export interface CausedMove {
  readonly left: string;
  readonly taken: string;
  /** Other ways in which a claim bears on the move, such as that it answers the mover's own condition. */
  readonly bears?: (claim: Claim) => boolean;
}

const UNCAUSED = "the change has no valid cause: ";

/** A problem with a cause as a duty that was left unmet, to be told from other duties. */
export function formatUncausedChange(problem: string): string {
  return UNCAUSED + problem;
}

export function isUncausedChange(unmet: string): boolean {
  return unmet.startsWith(UNCAUSED);
}

/** What is wrong with a cause; empty if it is valid. */
export function findCauseProblems(cause: StatedCause | null, around: ChangeContext): string[] {
  if (cause === null || (cause.claims.length === 0 && cause.evidence.length === 0)) {
    return ["the recommendation changed and no claim is named as the cause"];
  }
  const problems = cause.claims.flatMap((id) => findClaimProblem(id, around) ?? []);
  return [...problems, ...cause.evidence.flatMap((one) => findEvidenceProblem(one, around) ?? [])];
}

/** Its own evidence moves a speaker only if it is new: what it quoted before had moved it already. */
function findEvidenceProblem(
  evidence: CheckedEvidence,
  { by, visible }: ChangeContext,
): string | undefined {
  const { kind = "quote", source, quote, verified } = evidence;
  if (!verified && kind === "quote") return `the quote "${quote}" does not occur in ${source}`;
  if (!verified) return `"${quote}" moves nobody: ${describeEvidenceCheck(evidence)}`;
  const words = foldText(quote);
  const own = visible.flatMap((claim) => (claim.by === by ? claim.evidence : []));
  const known = own.some((one) => one.source === source && foldText(one.quote).includes(words));
  return known
    ? `the quote "${quote}" is one of your own from before, so it is nothing new`
    : undefined;
}

function findClaimProblem(
  id: string,
  { by, visible, seenBefore, move }: ChangeContext,
): string | undefined {
  const claim = visible.find((candidate) => candidate.id === id);
  if (!claim) return `claim ${id} is not among the claims you were shown`;
  if (claim.by === by) return `claim ${id} is your own, so it cannot have changed your mind`;
  if (seenBefore.has(id)) return `claim ${id} was already known to you when you last spoke`;
  return move && !bearsOnMove(claim, visible, move)
    ? `claim ${id} speaks neither against ${move.left} nor for ${move.taken}`
    : undefined;
}

/** It attacks what was left or a claim for it, supports what was taken or a claim for it, or bears on it otherwise. */
function bearsOnMove(
  { about, side, ...claim }: Claim,
  visible: readonly Claim[],
  { left, taken, bears }: CausedMove,
): boolean {
  const target = visible.find(({ id }) => id === about);
  const subject = target?.about ?? about;
  // an attack on an attack defends, and support of an attack attacks
  const against = (side === "attacks") !== (target?.side === "attacks");
  return subject === (against ? left : taken) || bears?.({ about, side, ...claim }) === true;
}
