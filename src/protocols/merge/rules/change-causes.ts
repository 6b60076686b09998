/**
 * K5: what changed an advocate's mind. What the reply leaves out code puts right where it is plain: who gives a point up
 * was convinced by those who argued for the other side, and an own quote from before is no cause beside a real one.
 */
import type { Claim } from "../../../domain/claim.ts";
import { type Evidence, foldText } from "../../../domain/evidence/evidence.ts";
import { findCauseProblems, type StatedCause } from "../../../domain/outcome/change-cause.ts";
import type { NewWinner } from "../prompts/prompt-input.ts";
import { type ComparedMerge, isQuoted } from "./table.ts";

/** The participant's previous votes, and what could have changed them. */
export interface AdvocateContext {
  /** Point id to what it said last, as votes are compared. */
  readonly held: ReadonlyMap<string, string>;
  readonly visible: readonly Claim[];
  readonly seenBefore: ReadonlySet<string>;
  /** Claim id to the choice that it argues for, as votes are compared. */
  readonly argued: ReadonlyMap<string, string>;
}

export interface ChangingVote extends AdvocateContext {
  readonly compared: ComparedMerge;
  readonly by: string;
}

/** A vote that is new for the speaker; a concession may leave out its cause. */
export interface CausedVote extends Pick<NewWinner, "point" | "causes" | "evidence"> {
  readonly choice: string | null;
  readonly conceded: boolean;
}

/** The cause as it counts: what was named, or for a concession the new claims of others that argue for the choice. */
export function completeCause(
  { compared, by, visible, seenBefore, argued }: ChangingVote,
  { point, causes, evidence, choice, conceded }: CausedVote,
): StatedCause {
  const fresh = evidence
    .filter((one) => !isOwnQuote(visible, by, one))
    .map((one) => ({ ...one, verified: isQuoted(compared, one) || isSaid(visible, one) }));
  if (causes.length > 0 || fresh.length > 0) return { claims: causes, evidence: fresh };
  // with no other cause, an own quote is what is wrong with it
  if (evidence.length > 0 || !conceded || choice === null)
    return { claims: [], evidence: evidence.map((one) => ({ ...one, verified: true })) };
  const implied = visible.filter(
    (claim) =>
      claim.by !== by &&
      claim.about === point &&
      !seenBefore.has(claim.id) &&
      argued.get(claim.id) === choice,
  );
  return { claims: implied.map(({ id }) => id), evidence: [] };
}

function isOwnQuote(visible: readonly Claim[], by: string, { source, quote }: Evidence): boolean {
  const words = foldText(quote);
  return visible.some(
    (claim) =>
      claim.by === by &&
      claim.evidence.some((one) => one.source === source && foldText(one.quote).includes(words)),
  );
}

/** Words of a claim that was heard (K7). */
function isSaid(visible: readonly Claim[], { kind = "quote", source, quote }: Evidence): boolean {
  const claim = kind === "quote" ? visible.find(({ id }) => id === source) : undefined;
  return claim !== undefined && foldText(claim.text).includes(foldText(quote));
}

/** What is wrong with the cause of a new winner; empty if the winner is not new, or the cause is valid. */
export function changeProblems(speaking: ChangingVote, vote: CausedVote): string[] {
  const { by, held, visible, seenBefore } = speaking;
  const before = held.get(vote.point);
  if (before === undefined || before === vote.choice) return [];
  return findCauseProblems(completeCause(speaking, vote), { by, visible, seenBefore }).map(
    (problem) => `${vote.point}: ${problem.replace("the recommendation", "the winner")}`,
  );
}
