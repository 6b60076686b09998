/** Every change of mind with what it rested on. A change without a cause is shown as one. */
import { useState } from "preact/hooks";

import type {
  DebateSnapshot,
  PositionMove,
  DebateTimeline,
} from "../../src/timeline/debate-timeline.ts";
import { ClaimReference } from "../kit/claim-ref.tsx";
import { formatPlural } from "../kit/format-text.ts";
import { LaneMark, findLane } from "../kit/lane-mark.tsx";
import { SeatMonogram } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";

const MAX_SHOWN_MOVES = 4;

export function MoveReceipts({ story, moment }: { story: DebateTimeline; moment: DebateSnapshot }) {
  const [whole, setWhole] = useState(false);
  const moves = story.moves.filter(({ at }) => at <= moment.at);
  if (moves.length === 0) return null;
  const earlier = moves.length - MAX_SHOWN_MOVES;
  return (
    <div class="receipts">
      {earlier > 0 && (
        <button type="button" class="more" onClick={() => setWhole(!whole)}>
          {whole
            ? "Show the newest changes of mind only"
            : `Show ${formatPlural(earlier, "earlier change of mind", "earlier changes of mind")}`}
        </button>
      )}
      <ul aria-label="Changes of mind">
        {(whole ? moves : moves.slice(-MAX_SHOWN_MOVES)).map((move) => (
          <MoveReceipt key={move.key} story={story} move={move} />
        ))}
      </ul>
    </div>
  );
}

function MoveReceipt({ story, move }: { story: DebateTimeline; move: PositionMove }) {
  const seat = story.seats.find(({ id }) => id === move.seat);
  const [from, to] = [findLane(story, move.from), findLane(story, move.to)];
  const cause = move.cause === null ? undefined : story.claims.get(move.cause);
  return (
    <li>
      {seat !== undefined && <SeatMonogram seat={seat} />}
      <span class="way">
        {from === undefined ? move.from : <LaneMark lane={from} small />}
        <span aria-label="to"> → </span>
        {to === undefined ? move.to : <LaneMark lane={to} small />}
      </span>
      <span class="why">
        {move.cause === null ? (
          <strong class="open">Unexplained: {showInvisibleCharacters(move.ground)}.</strong>
        ) : (
          <>
            <span class="sub">{MOVE_CLASS_PHRASES[move.class]} </span>
            <ClaimReference id={move.cause} />{" "}
            {cause !== undefined && <UntrustedText text={cause.claim.text} most={220} />}
          </>
        )}
      </span>
    </li>
  );
}

const MOVE_CLASS_PHRASES: Readonly<Record<PositionMove["class"], string>> = {
  persuaded: "persuaded by",
  "reasoned-unverified": "reasoned from, without proof,",
  "self-corrected": "corrected itself by",
  capitulated: "gave in to",
};
