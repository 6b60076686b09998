/** K5: a change of position names what caused it, and the cause is checked. */
import type { Claim } from "./claim.ts";
import { type CheckedEvidence, foldText } from "./evidence.ts";

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
  { source, quote, verified }: CheckedEvidence,
  { by, visible }: ChangeContext,
): string | undefined {
  if (!verified) return `the quote "${quote}" does not occur in ${source}`;
  const words = foldText(quote);
  const own = visible.flatMap((claim) => (claim.by === by ? claim.evidence : []));
  const known = own.some((one) => one.source === source && foldText(one.quote).includes(words));
  return known
    ? `the quote "${quote}" is one of your own from before, so it is nothing new`
    : undefined;
}

function findClaimProblem(
  id: string,
  { by, visible, seenBefore }: ChangeContext,
): string | undefined {
  const claim = visible.find((candidate) => candidate.id === id);
  if (!claim) return `claim ${id} is not among the claims you were shown`;
  if (claim.by === by) return `claim ${id} is your own, so it cannot have changed your mind`;
  if (seenBefore.has(id)) return `claim ${id} was already known to you when you last spoke`;
  return undefined;
}
