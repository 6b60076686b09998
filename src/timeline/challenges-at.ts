/** Challenges: who attacks what, and what had become of it by a moment. */
import { isOwnConcern } from "./claims.ts";
import { registerOf, until } from "./register.ts";
import type { ClaimCard, Fate, Link, Story } from "./story.ts";

export interface Challenge {
  readonly at: number;
  readonly card: ClaimCard;
  readonly by: string;
  /** What is attacked; `seat` is whose it is, where it is someone's. */
  readonly target: {
    readonly kind: Link["toKind"];
    readonly id: string;
    readonly seat: string | null;
  };
  /** Raised in its author's own name, against nobody: a concern that is put to everyone. */
  readonly isConcern: boolean;
  readonly fate: Fate;
  /** In the order they came: `from` is a claim, or the turn in which a mind was changed. */
  readonly answeredBy: readonly Link[];
  readonly grantedBy: readonly Link[];
}

/** Oldest first. A claim that hits back at a challenge is its answer, and no challenge of its own. */
export function challengesAt(story: Story, at: number): Challenge[] {
  return until(story.links, at).flatMap((link) => {
    const card = link.kind === "challenges" ? story.claims.get(link.from) : undefined;
    return card ? [challengeOf(story, { link, card, at })] : [];
  });
}

interface Attack {
  readonly link: Link;
  readonly card: ClaimCard;
  readonly at: number;
}

function challengeOf(story: Story, { link, card, at }: Attack): Challenge {
  const replies = repliesTo(story, card.claim.id, at);
  const { to: id, toKind: kind } = link;
  const owner =
    kind === "claim" ? story.claims.get(id)?.claim.by : kind === "seat" ? id : undefined;
  return {
    at: link.at,
    card,
    by: link.by,
    target: { kind, id, seat: owner ?? null },
    isConcern: isOwnConcern(card.claim),
    fate: fateAfter(replies),
    answeredBy: replies.filter(({ kind: reply }) => reply === "answers"),
    grantedBy: replies.filter(isGrant),
  };
}

/** Of any claim: granted where someone else supports it or was moved by it, answered where the attacked spoke of it. */
export function fateOf(story: Story, claimId: string, at: number): Fate {
  return fateAfter(repliesTo(story, claimId, at));
}

function fateAfter(replies: readonly Link[]): Fate {
  if (replies.some(isGrant)) return "granted";
  return replies.some(({ kind }) => kind === "answers") ? "answered" : "open";
}

function isGrant({ kind }: Link): boolean {
  return kind === "grants" || kind === "supports";
}

/** What others said of a claim by then. */
function repliesTo(story: Story, claimId: string, at: number): Link[] {
  const author = story.claims.get(claimId)?.claim.by;
  const links = until(registerOf(story).linksTo.get(claimId) ?? [], at);
  return links.filter(({ toKind, by }) => toKind === "claim" && by !== author);
}
