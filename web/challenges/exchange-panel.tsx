/** One claim and everything said about it. */
import type {
  ClaimCard,
  DebateTimeline,
  PositionMove,
} from "../../src/timeline/debate-timeline.ts";
import { cutTimelineAt } from "../../src/timeline/snapshot/snapshot.ts";
import { Card } from "../kit/card.tsx";
import { findLane, formatHueClass } from "../kit/lane-mark.tsx";
import { MOVE_CLASS_LABELS, PositionLabel } from "../kit/position-label.tsx";
import { SeatMonogram, findSeat } from "../kit/seat-monogram.tsx";
import { ClaimReference, UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { ClaimSubject, EvidenceQuote } from "../transcript/claim-line.tsx";
import { type ClaimReply, findClaimExchange } from "./claim-exchange.ts";
import { formatShortSeatName } from "./map-node.tsx";

export function ExchangePanel({
  timeline: debateTimeline,
  id,
  at,
}: {
  timeline: DebateTimeline;
  id: string;
  at: number;
}) {
  const told = cutTimelineAt(debateTimeline, at);
  const exchange = findClaimExchange(told, id, at);
  const close = (
    <a class="btn exchange-close" href={buildViewAddress("challenges", { claim: null })}>
      Close
    </a>
  );
  if (exchange === null) {
    return (
      <Card title={showInvisibleCharacters(id)} note={close} class="exchange-panel">
        <p class="pad empty">No claim of this name was made by this moment.</p>
      </Card>
    );
  }
  const { card, above, replies, moved } = exchange;
  return (
    <Card title={`${card.claim.id} and what was said to it`} note={close} class="exchange-panel">
      <div class="pad">
        {above.toReversed().map((one) => (
          <ExchangeClaim
            key={one.claim.id}
            timeline={told}
            card={one}
            word={one.claim.side === "attacks" ? "challenged" : "held"}
          />
        ))}
        <ExchangeClaim
          timeline={told}
          card={card}
          word={card.claim.side === "attacks" ? "challenges" : "holds"}
          isChosen
        />
        <ExchangeReplies timeline={told} replies={replies} />
        {replies.length === 0 && moved.length === 0 && (
          <p class="empty">Nobody took it up{told.end === null ? " yet" : ""}.</p>
        )}
        {moved.map((move) => (
          <ExchangeMove key={move.key} timeline={told} move={move} id={card.claim.id} />
        ))}
      </div>
    </Card>
  );
}

const REPLY_VERBS = {
  challenges: "challenges it",
  answers: "answers",
  grants: "grants it",
  supports: "supports it",
} as const;

function ExchangeReplies({
  timeline: debateTimeline,
  replies,
}: {
  timeline: DebateTimeline;
  replies: readonly ClaimReply[];
}) {
  if (replies.length === 0) return null;
  return (
    <ul class="said-replies">
      {replies.map(({ card, kind, replies: further }) => (
        <li key={card.claim.id}>
          <ExchangeClaim timeline={debateTimeline} card={card} word={REPLY_VERBS[kind]} />
          <ExchangeReplies timeline={debateTimeline} replies={further} />
        </li>
      ))}
    </ul>
  );
}

function ExchangeClaim(props: {
  timeline: DebateTimeline;
  card: ClaimCard;
  word: string;
  isChosen?: boolean;
}) {
  const { timeline: debateTimeline, card, word, isChosen = false } = props;
  const { claim, key, lane: held, step } = card;
  const seat = findSeat(debateTimeline, claim.by);
  const lane = findLane(debateTimeline, held);
  const title = debateTimeline.steps.find((one) => one.step === step)?.title ?? step;
  return (
    <div
      class={`said-piece ${lane ? formatHueClass(lane.hue) : "hue-none"}${isChosen ? " chosen" : ""}`}
    >
      <p class="said-piece-head">
        {seat && <SeatMonogram seat={seat} />}
        <strong>{showInvisibleCharacters(formatShortSeatName(debateTimeline, claim.by))}</strong>
        <span>{word}</span>
        <ClaimReference id={claim.id} />
        <a class="when-said" href={buildViewAddress("transcript", { turn: key })}>
          {showInvisibleCharacters(title)}
        </a>
      </p>
      {isChosen && (
        <p class="sub">
          <ClaimSubject timeline={debateTimeline} claim={claim} />
        </p>
      )}
      <p>
        <UntrustedText text={claim.text} refs />
      </p>
      {claim.evidence.map((evidence, index) => (
        <EvidenceQuote key={index} timeline={debateTimeline} evidence={evidence} />
      ))}
    </div>
  );
}

function ExchangeMove({
  timeline: debateTimeline,
  move,
  id,
}: {
  timeline: DebateTimeline;
  move: PositionMove;
  id: string;
}) {
  const isCause = move.cause === id;
  return (
    <p class="flip-note">
      <strong>
        {showInvisibleCharacters(formatShortSeatName(debateTimeline, move.seat))} moved from{" "}
        <PositionLabel timeline={debateTimeline} id={move.from} bare /> to{" "}
        <PositionLabel timeline={debateTimeline} id={move.to} bare />
      </strong>
      {isCause ? `, ${MOVE_CLASS_LABELS[move.class].name} by it` : " and names it among the causes"}{" "}
      <span class="sub">({showInvisibleCharacters(move.ground)})</span>{" "}
      <a href={buildViewAddress("transcript", { turn: move.key })}>Read the turn</a>
    </p>
  );
}
