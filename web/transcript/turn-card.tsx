/** One turn: who, what it holds and how surely, its words, its claims, and what changed. */
import { spell } from "../../src/domain/round.ts";
import type { Move, SeatCard, Story, Turn } from "../../src/timeline/story.ts";
import { ClaimRef } from "../kit/claim-ref.tsx";
import { Monogram } from "../kit/monogram.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { clock, cut, percent, plural } from "../kit/words.ts";
import { addressOf } from "../state/route.ts";
import { ClaimLine } from "./claim-line.tsx";
import { FLIP_WORDS } from "./flip-words.ts";
import { Position } from "./position.tsx";
import { TurnDetails } from "./turn-details.tsx";

export interface TurnCardProps {
  readonly story: Story;
  readonly turn: Turn;
  readonly move: Move | null;
  /** The moment that is looked at. */
  readonly at: number;
  readonly isChosen: boolean;
}

export function TurnCard({ story, turn, move, at, isChosen }: TurnCardProps) {
  const seat = seatOf(story, turn.seat);
  const classes = [
    "turn",
    ...(isChosen ? ["chosen"] : []),
    ...(turn.absent ? ["turn-absent"] : []),
  ];
  return (
    <article
      class={classes.join(" ")}
      id={turnId(turn.key)}
      tabIndex={-1}
      aria-label={`${seat.name}, event ${turn.at}`}
    >
      <Monogram seat={seat} ring={turn.said?.confidence ?? null} />
      <div class="turn-body">
        <Head story={story} turn={turn} seat={seat} />
        {turn.absent && (
          <p class="turn-absence">
            {seat.name} {spell(turn.absent.reason)}. <Words text={turn.absent.detail} most={400} />
          </p>
        )}
        {move !== null && <Moved story={story} turn={turn} move={move} />}
        {turn.said !== null && (
          <p class="turn-words">
            <Words text={turn.said.words} refs />
          </p>
        )}
        <Conditions turn={turn} />
        <Unmet unmet={turn.unmet} />
        {turn.claims.length > 0 && (
          <ul class="turn-claims" aria-label={`Claims of ${seat.name}`}>
            {turn.claims.map((claim) => (
              <ClaimLine key={claim.id} story={story} claim={claim} at={at} />
            ))}
          </ul>
        )}
        <TurnDetails story={story} turn={turn} />
      </div>
    </article>
  );
}

/** Keys hold slashes and whatever a journal calls its seats. */
export function turnId(key: string): string {
  return `turn-${encodeURIComponent(key)}`;
}

function seatOf({ seats }: Story, id: string): SeatCard {
  const found = seats.find((seat) => seat.id === id);
  if (found) return found;
  return {
    id,
    name: id,
    monogram: id.slice(0, 2),
    role: "",
    stance: null,
    model: "",
    isPerson: false,
  };
}

function Head({ story, turn, seat }: { story: Story; turn: Turn; seat: SeatCard }) {
  const held = turn.said?.position ?? null;
  const sure = turn.said?.confidence ?? null;
  const isScore = story.deciding?.by === "scores";
  return (
    <header class="turn-head">
      <h3>{visible(cut(seat.name, 60))}</h3>
      {held !== null && held !== "" && (
        <span class="turn-holds">
          <Position story={story} id={held} />
        </span>
      )}
      {sure !== null && (
        <span class="num sub">{isScore ? `${Math.round(sure)} of 100` : percent(sure)}</span>
      )}
      {turn.rejected.length > 0 && (
        <span class="sub">after {plural(turn.rejected.length, "repair")}</span>
      )}
      <a
        class="when-said"
        href={addressOf("floor", { at: String(turn.at) })}
        title="Show the floor at this event"
      >
        {clock(turn.atMs)}, event {turn.at}
      </a>
    </header>
  );
}

/** A flip and its receipt. */
function Moved({ story, turn, move }: { story: Story; turn: Turn; move: Move }) {
  const { name, meaning } = FLIP_WORDS[move.class];
  const named = turn.said?.because ?? [];
  return (
    <p class="flip-note">
      <strong>
        Changed from <Position story={story} id={move.from} bare /> to{" "}
        <Position story={story} id={move.to} bare />
      </strong>
      , <strong>{name}</strong>
      {move.cause !== null && (
        <>
          {" "}
          by <ClaimRef id={move.cause} />
        </>
      )}{" "}
      <span class="sub" title={meaning}>
        ({visible(move.ground)}
        {move.towardMajority ? "; toward what most others held" : ""})
      </span>
      {named.length > 0 && (
        <span class="named">
          {" "}
          It names{" "}
          {named.map((id, index) => (
            <span key={id}>
              {index > 0 && ", "}
              {story.claims.has(id) ? <ClaimRef id={id} /> : visible(id)}
            </span>
          ))}
          .
        </span>
      )}
    </p>
  );
}

function Conditions({ turn: { said } }: { turn: Turn }) {
  const assumes = said?.assumes ?? [];
  if (!said?.wouldChange && assumes.length === 0) return null;
  return (
    <dl class="turn-conditions">
      {said?.wouldChange && (
        <div>
          <dt>Would change its mind</dt>
          <dd>
            <Words text={said.wouldChange} most={600} />
          </dd>
        </div>
      )}
      {assumes.length > 0 && (
        <div>
          <dt>Takes for granted</dt>
          <dd>
            <Words text={assumes.join("; ")} most={600} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Unmet({ unmet }: { unmet: readonly string[] }) {
  if (unmet.length === 0) return null;
  return (
    <div class="turn-unmet">
      <p>Did not do what was asked for:</p>
      <ul>
        {unmet.map((duty, index) => (
          <li key={index}>{visible(duty)}</li>
        ))}
      </ul>
    </div>
  );
}
