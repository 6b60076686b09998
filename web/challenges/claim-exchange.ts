/** Everything around one claim: what it attacks, the answers to it, and whom it persuaded. */
import type {
  ClaimCard,
  ArgumentLink,
  PositionMove,
  DebateTimeline,
} from "../../src/timeline/debate-timeline.ts";
import { tellAsThen } from "../../src/timeline/earlier-told.ts";

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
  debateTimeline: DebateTimeline,
  id: string,
  at: number,
): ClaimExchange | null {
  const card = debateTimeline.claims.get(id);
  if (!card || card.at > at) return null;
  const links = debateTimeline.links.filter((link) => link.at <= at && link.toKind === "claim");
  const to = Map.groupBy(links, (link) => link.to);
  return {
    card,
    above: listParentClaims(debateTimeline, card),
    replies: collectReplies(debateTimeline, id, { to, depth: 0 }),
    moved: debateTimeline.moves
      .filter((move) => move.at <= at)
      .map((move) => tellAsThen(move, at))
      .filter((move) => isMoveCausedBy(debateTimeline, move, id)),
  };
}

function listParentClaims(debateTimeline: DebateTimeline, card: ClaimCard): ClaimCard[] {
  const above: ClaimCard[] = [];
  let next = debateTimeline.claims.get(card.claim.about);
  while (
    next &&
    next.at <= card.at &&
    above.length < MAX_ANCESTORS &&
    !above.includes(next) &&
    next !== card
  ) {
    above.push(next);
    next = debateTimeline.claims.get(next.claim.about);
  }
  return above;
}

function collectReplies(
  debateTimeline: DebateTimeline,
  id: string,
  { to, depth }: { to: ReadonlyMap<string, readonly ArgumentLink[]>; depth: number },
): ClaimReply[] {
  if (depth >= MAX_REPLY_DEPTH) return [];
  return (to.get(id) ?? []).flatMap((link) => {
    const card = debateTimeline.claims.get(link.from);
    if (!card || link.from === id) return [];
    return [
      {
        card,
        kind: link.kind,
        replies: collectReplies(debateTimeline, link.from, { to, depth: depth + 1 }),
      },
    ];
  });
}

function isMoveCausedBy(debateTimeline: DebateTimeline, move: PositionMove, id: string): boolean {
  if (move.cause === id) return true;
  const turn = debateTimeline.turns.find(({ key }) => key === move.key);
  return turn?.said?.because?.includes(id) ?? false;
}
