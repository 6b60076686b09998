/** Challenges at a given event: who attacks what, and how it was answered by then. */
import { isOwnConcern } from "../claim-graph.ts";
import type { ClaimCard, ChallengeFate, ArgumentLink, DebateTimeline } from "../debate-timeline.ts";
import { findTimelineIndex, takeUntilEvent } from "../timeline-index.ts";

export interface ChallengeSnapshot {
  readonly at: number;
  readonly card: ClaimCard;
  readonly by: string;
  /** What is attacked; `seat` is whose it is, where it is someone's. */
  readonly target: {
    readonly kind: ArgumentLink["toKind"];
    readonly id: string;
    readonly seat: string | null;
  };
  /** Raised in its author's own name, against nobody: a concern that is put to everyone. */
  readonly isConcern: boolean;
  readonly fate: ChallengeFate;
  /** Unanswered, with a quote that occurs in its source, and against what was chosen, if anything was. */
  readonly isPressing: boolean;
  /** In the order they came: `from` is a claim, or the turn in which a mind was changed. */
  readonly answeredBy: readonly ArgumentLink[];
  readonly grantedBy: readonly ArgumentLink[];
}

/** Oldest first. A claim that hits back at a challenge is its answer, and no challenge of its own. */
export function listChallengesAt(timeline: DebateTimeline, at: number): ChallengeSnapshot[] {
  return takeUntilEvent(timeline.links, at).flatMap((link) => {
    const card = link.kind === "challenges" ? timeline.claims.get(link.from) : undefined;
    return card ? [describeChallenge(timeline, { link, card, at })] : [];
  });
}

interface ChallengeAttack {
  readonly link: ArgumentLink;
  readonly card: ClaimCard;
  readonly at: number;
}

function describeChallenge(
  timeline: DebateTimeline,
  { link, card, at }: ChallengeAttack,
): ChallengeSnapshot {
  const replies = listRepliesTo(timeline, card.claim.id, at);
  const { to: id, toKind: kind } = link;
  const owner =
    kind === "claim" ? timeline.claims.get(id)?.claim.by : kind === "seat" ? id : undefined;
  const fate = computeFate(timeline, card, { replies, at });
  return {
    at: link.at,
    card,
    by: link.by,
    target: { kind, id, seat: owner ?? null },
    isConcern: isOwnConcern(card.claim),
    fate,
    isPressing:
      fate === "open" &&
      card.verified &&
      readOwnFate(timeline, card, at) === undefined &&
      isAgainstChoice(timeline, link, at),
    answeredBy: replies.filter(({ kind: reply }) => reply === "answers"),
    grantedBy: replies.filter(isGrantLink),
  };
}

/** Of any claim: granted where someone else supports it or was moved by it, answered where the attacked spoke of it. */
export function findChallengeFate(
  timeline: DebateTimeline,
  claimId: string,
  at: number,
): ChallengeFate {
  const replies = listRepliesTo(timeline, claimId, at);
  const card = timeline.claims.get(claimId);
  return card ? computeFate(timeline, card, { replies, at }) : "open";
}

function computeFate(
  timeline: DebateTimeline,
  card: ClaimCard,
  { replies, at }: { readonly replies: readonly ArgumentLink[]; readonly at: number },
): ChallengeFate {
  const own = readOwnFate(timeline, card, at);
  if (own !== undefined) return own;
  if (replies.some(isGrantLink)) return "granted";
  if (replies.some(({ kind }) => kind === "answers")) return "answered";
  return isTooLate(timeline, card, at) ? "late" : "open";
}

/** What the rules made of it, where they keep count; known of the newest event only. */
function readOwnFate(
  { last, ownFates }: DebateTimeline,
  { claim }: ClaimCard,
  at: number,
): ChallengeFate | undefined {
  return at < last ? undefined : ownFates?.get(claim.id);
}

/** The debate has ended, and nobody else was asked for anything once it was said. */
function isTooLate({ end, turns }: DebateTimeline, card: ClaimCard, at: number): boolean {
  if (end === null || at < end.at) return false;
  return !turns.some(
    ({ askedAt, seat, step }) => askedAt > card.at && seat !== card.claim.by && step !== card.step,
  );
}

/** Of a debate that has chosen; before that, and without a choice, every attack counts. */
function isAgainstChoice(
  { end, claims }: DebateTimeline,
  { to, toKind }: ArgumentLink,
  at: number,
): boolean {
  const choice = end === null || at < end.at ? null : end.outcome.choice;
  if (choice === null) return true;
  if (toKind === "claim") return claims.get(to)?.lane === choice;
  return toKind === "lane" ? to === choice : true;
}

function isGrantLink({ kind }: ArgumentLink): boolean {
  return kind === "grants" || kind === "supports";
}

/** What others said of a claim by then. */
function listRepliesTo(timeline: DebateTimeline, claimId: string, at: number): ArgumentLink[] {
  const author = timeline.claims.get(claimId)?.claim.by;
  const links = takeUntilEvent(findTimelineIndex(timeline).linksTo.get(claimId) ?? [], at);
  return links.filter(({ toKind, by }) => toKind === "claim" && by !== author);
}
