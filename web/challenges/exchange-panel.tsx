/** One claim and all that was said around it. */
import { storyUpTo } from "../../src/timeline/moment.ts";
import type { ClaimCard, Move, Story } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { ClaimRef } from "../kit/claim-ref.tsx";
import { hueClass, laneOf } from "../kit/lane-mark.tsx";
import { Monogram } from "../kit/monogram.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { addressOf } from "../state/route.ts";
import { About, Quote } from "../transcript/claim-line.tsx";
import { FLIP_WORDS } from "../transcript/flip-words.ts";
import { Position } from "../transcript/position.tsx";
import { exchangeAt, type Reply } from "./exchange.ts";
import { nameOf } from "./map-node.tsx";

export function ExchangePanel({ story, id, at }: { story: Story; id: string; at: number }) {
  const told = storyUpTo(story, at);
  const exchange = exchangeAt(told, id, at);
  const close = (
    <a class="btn exchange-close" href={addressOf("challenges", { claim: null })}>
      Close
    </a>
  );
  if (exchange === null) {
    return (
      <Card title={visible(id)} note={close} class="exchange-panel">
        <p class="pad empty">No claim of this name was made by this moment.</p>
      </Card>
    );
  }
  const { card, above, replies, moved } = exchange;
  return (
    <Card title={`${card.claim.id} and what was said to it`} note={close} class="exchange-panel">
      <div class="pad">
        {above.toReversed().map((one) => (
          <Piece
            key={one.claim.id}
            story={told}
            card={one}
            word={one.claim.side === "attacks" ? "challenged" : "held"}
          />
        ))}
        <Piece
          story={told}
          card={card}
          word={card.claim.side === "attacks" ? "challenges" : "holds"}
          isChosen
        />
        <Replies story={told} replies={replies} />
        {replies.length === 0 && moved.length === 0 && (
          <p class="empty">Nobody took it up{told.end === null ? " yet" : ""}.</p>
        )}
        {moved.map((move) => (
          <Moved key={move.key} story={told} move={move} id={card.claim.id} />
        ))}
      </div>
    </Card>
  );
}

const WORDS = {
  challenges: "challenges it",
  answers: "answers",
  grants: "grants it",
  supports: "supports it",
} as const;

function Replies({ story, replies }: { story: Story; replies: readonly Reply[] }) {
  if (replies.length === 0) return null;
  return (
    <ul class="said-replies">
      {replies.map(({ card, kind, replies: further }) => (
        <li key={card.claim.id}>
          <Piece story={story} card={card} word={WORDS[kind]} />
          <Replies story={story} replies={further} />
        </li>
      ))}
    </ul>
  );
}

function Piece(props: { story: Story; card: ClaimCard; word: string; isChosen?: boolean }) {
  const { story, card, word, isChosen = false } = props;
  const { claim, key, lane: held, step } = card;
  const seat = story.seats.find(({ id }) => id === claim.by);
  const lane = laneOf(story, held);
  const title = story.steps.find((one) => one.step === step)?.title ?? step;
  return (
    <div class={`said-piece ${lane ? hueClass(lane.hue) : "hue-none"}${isChosen ? " chosen" : ""}`}>
      <p class="said-piece-head">
        {seat && <Monogram seat={seat} />}
        <strong>{visible(nameOf(story, claim.by))}</strong>
        <span>{word}</span>
        <ClaimRef id={claim.id} />
        <a class="when-said" href={addressOf("transcript", { turn: key })}>
          {visible(title)}
        </a>
      </p>
      {isChosen && (
        <p class="sub">
          <About story={story} claim={claim} />
        </p>
      )}
      <p>
        <Words text={claim.text} refs />
      </p>
      {claim.evidence.map((evidence, index) => (
        <Quote key={index} story={story} evidence={evidence} />
      ))}
    </div>
  );
}

function Moved({ story, move, id }: { story: Story; move: Move; id: string }) {
  const isCause = move.cause === id;
  return (
    <p class="flip-note">
      <strong>
        {visible(nameOf(story, move.seat))} moved from{" "}
        <Position story={story} id={move.from} bare /> to{" "}
        <Position story={story} id={move.to} bare />
      </strong>
      {isCause ? `, ${FLIP_WORDS[move.class].name} by it` : " and names it among the causes"}{" "}
      <span class="sub">({visible(move.ground)})</span>{" "}
      <a href={addressOf("transcript", { turn: move.key })}>Read the turn</a>
    </p>
  );
}
