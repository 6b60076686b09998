/** Everything around one claim: what it attacks, what was said to it, and whom it moved. */
import type { ClaimCard, Link, Move, Story } from "../../src/timeline/story.ts";

export interface Exchange {
  readonly card: ClaimCard;
  /** From what it speaks of up to the beginning; nearest first. */
  readonly above: readonly ClaimCard[];
  readonly replies: readonly Reply[];
  /** Changes of position that it caused, or that name it as their cause. */
  readonly moved: readonly Move[];
}

export interface Reply {
  readonly card: ClaimCard;
  readonly kind: Link["kind"];
  readonly replies: readonly Reply[];
}

const HIGHEST = 12;
const DEEPEST = 5;

export function exchangeAt(story: Story, id: string, at: number): Exchange | null {
  const card = story.claims.get(id);
  if (!card || card.at > at) return null;
  const links = story.links.filter((link) => link.at <= at && link.toKind === "claim");
  const to = Map.groupBy(links, (link) => link.to);
  return {
    card,
    above: aboveOf(story, card),
    replies: repliesTo(story, id, { to, depth: 0 }),
    moved: story.moves.filter((move) => move.at <= at && isMovedBy(story, move, id)),
  };
}

function aboveOf(story: Story, card: ClaimCard): ClaimCard[] {
  const above: ClaimCard[] = [];
  let next = story.claims.get(card.claim.about);
  while (
    next &&
    next.at <= card.at &&
    above.length < HIGHEST &&
    !above.includes(next) &&
    next !== card
  ) {
    above.push(next);
    next = story.claims.get(next.claim.about);
  }
  return above;
}

function repliesTo(
  story: Story,
  id: string,
  { to, depth }: { to: ReadonlyMap<string, readonly Link[]>; depth: number },
): Reply[] {
  if (depth >= DEEPEST) return [];
  return (to.get(id) ?? []).flatMap((link) => {
    const card = story.claims.get(link.from);
    if (!card || link.from === id) return [];
    return [
      { card, kind: link.kind, replies: repliesTo(story, link.from, { to, depth: depth + 1 }) },
    ];
  });
}

function isMovedBy(story: Story, move: Move, id: string): boolean {
  if (move.cause === id) return true;
  const turn = story.turns.find(({ key }) => key === move.key);
  return turn?.said?.because?.includes(id) ?? false;
}
