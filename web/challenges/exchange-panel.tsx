import type {
  ClaimCard,
  DebateTimeline,
  PositionMove,
} from "../../src/timeline/debate-timeline.ts";
import { cutTimelineAt } from "../../src/timeline/snapshot.ts";
import { Card } from "../kit/card.tsx";
import { findLane, formatHueClass } from "../kit/lane-mark.tsx";
import { SeatMonogram } from "../kit/seat-monogram.tsx";
import { ClaimReference, UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { ClaimSubject, EvidenceQuote } from "../transcript/claim-line.tsx";
import { MOVE_CLASS_LABELS } from "../transcript/move-class-labels.ts";
import { PositionLabel } from "../transcript/position-label.tsx";
import { type ClaimReply, findClaimExchange } from "./claim-exchange.ts";
import { formatShortSeatName } from "./map-node.tsx";

/** One claim and all that was said around it. */

export function ExchangePanel({
  story,
  id,
  at,
}: {
  story: DebateTimeline;
  id: string;
  at: number;
}) {
  const told = cutTimelineAt(story, at);
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
            story={told}
            card={one}
            word={one.claim.side === "attacks" ? "challenged" : "held"}
          />
        ))}
        <ExchangeClaim
          story={told}
          card={card}
          word={card.claim.side === "attacks" ? "challenges" : "holds"}
          isChosen
        />
        <ExchangeReplies story={told} replies={replies} />
        {replies.length === 0 && moved.length === 0 && (
          <p class="empty">Nobody took it up{told.end === null ? " yet" : ""}.</p>
        )}
        {moved.map((move) => (
          <ExchangeMove key={move.key} story={told} move={move} id={card.claim.id} />
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
  story,
  replies,
}: {
  story: DebateTimeline;
  replies: readonly ClaimReply[];
}) {
  if (replies.length === 0) return null;
  return (
    <ul class="said-replies">
      {replies.map(({ card, kind, replies: further }) => (
        <li key={card.claim.id}>
          <ExchangeClaim story={story} card={card} word={REPLY_VERBS[kind]} />
          <ExchangeReplies story={story} replies={further} />
        </li>
      ))}
    </ul>
  );
}

function ExchangeClaim(props: {
  story: DebateTimeline;
  card: ClaimCard;
  word: string;
  isChosen?: boolean;
}) {
  const { story, card, word, isChosen = false } = props;
  const { claim, key, lane: held, step } = card;
  const seat = story.seats.find(({ id }) => id === claim.by);
  const lane = findLane(story, held);
  const title = story.steps.find((one) => one.step === step)?.title ?? step;
  return (
    <div
      class={`said-piece ${lane ? formatHueClass(lane.hue) : "hue-none"}${isChosen ? " chosen" : ""}`}
    >
      <p class="said-piece-head">
        {seat && <SeatMonogram seat={seat} />}
        <strong>{showInvisibleCharacters(formatShortSeatName(story, claim.by))}</strong>
        <span>{word}</span>
        <ClaimReference id={claim.id} />
        <a class="when-said" href={buildViewAddress("transcript", { turn: key })}>
          {showInvisibleCharacters(title)}
        </a>
      </p>
      {isChosen && (
        <p class="sub">
          <ClaimSubject story={story} claim={claim} />
        </p>
      )}
      <p>
        <UntrustedText text={claim.text} refs />
      </p>
      {claim.evidence.map((evidence, index) => (
        <EvidenceQuote key={index} story={story} evidence={evidence} />
      ))}
    </div>
  );
}

function ExchangeMove({
  story,
  move,
  id,
}: {
  story: DebateTimeline;
  move: PositionMove;
  id: string;
}) {
  const isCause = move.cause === id;
  return (
    <p class="flip-note">
      <strong>
        {showInvisibleCharacters(formatShortSeatName(story, move.seat))} moved from{" "}
        <PositionLabel story={story} id={move.from} bare /> to{" "}
        <PositionLabel story={story} id={move.to} bare />
      </strong>
      {isCause ? `, ${MOVE_CLASS_LABELS[move.class].name} by it` : " and names it among the causes"}{" "}
      <span class="sub">({showInvisibleCharacters(move.ground)})</span>{" "}
      <a href={buildViewAddress("transcript", { turn: move.key })}>Read the turn</a>
    </p>
  );
}
