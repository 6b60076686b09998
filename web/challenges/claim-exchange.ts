/** Everything around one claim: what it attacks, what was said to it, and whom it moved. */
import type {
  ClaimCard,
  ArgumentLink,
  PositionMove,
  DebateTimeline,
} from "../../src/timeline/debate-timeline.ts";

export interface ClaimExchange {
  readonly card: ClaimCard;
  /** From what it speaks of up to the beginning; nearest first. */
  readonly above: readonly ClaimCard[];
  readonly replies: readonly ClaimReply[];
  /** Changes of position that it caused, or that name it as their cause. */
  readonly moved: readonly PositionMove[];
}

export interface ClaimReply {
  readonly card: ClaimCard;
  readonly kind: ArgumentLink["kind"];
  readonly replies: readonly ClaimReply[];
}

const MAX_ANCESTORS = 12;
const MAX_REPLY_DEPTH = 5;

export function findClaimExchange(
  story: DebateTimeline,
  id: string,
  at: number,
): ClaimExchange | null {
  const card = story.claims.get(id);
  if (!card || card.at > at) return null;
  const links = story.links.filter((link) => link.at <= at && link.toKind === "claim");
  const to = Map.groupBy(links, (link) => link.to);
  return {
    card,
    above: listParentClaims(story, card),
    replies: collectReplies(story, id, { to, depth: 0 }),
    moved: story.moves.filter((move) => move.at <= at && isMoveCausedBy(story, move, id)),
  };
}

function listParentClaims(story: DebateTimeline, card: ClaimCard): ClaimCard[] {
  const above: ClaimCard[] = [];
  let next = story.claims.get(card.claim.about);
  while (
    next &&
    next.at <= card.at &&
    above.length < MAX_ANCESTORS &&
    !above.includes(next) &&
    next !== card
  ) {
    above.push(next);
    next = story.claims.get(next.claim.about);
  }
  return above;
}

function collectReplies(
  story: DebateTimeline,
  id: string,
  { to, depth }: { to: ReadonlyMap<string, readonly ArgumentLink[]>; depth: number },
): ClaimReply[] {
  if (depth >= MAX_REPLY_DEPTH) return [];
  return (to.get(id) ?? []).flatMap((link) => {
    const card = story.claims.get(link.from);
    if (!card || link.from === id) return [];
    return [
      {
        card,
        kind: link.kind,
        replies: collectReplies(story, link.from, { to, depth: depth + 1 }),
      },
    ];
  });
}

function isMoveCausedBy(story: DebateTimeline, move: PositionMove, id: string): boolean {
  if (move.cause === id) return true;
  const turn = story.turns.find(({ key }) => key === move.key);
  return turn?.said?.because?.includes(id) ?? false;
}
