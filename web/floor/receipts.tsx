/** Every change of mind with what it rested on. A change without a cause is shown as one. */
import { useState } from "preact/hooks";

import type { Moment, Move, Story } from "../../src/timeline/story.ts";
import { ClaimRef } from "../kit/claim-ref.tsx";
import { LaneMark, laneOf } from "../kit/lane-mark.tsx";
import { Monogram } from "../kit/monogram.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { plural } from "../kit/words.ts";

const MOST = 4;

export function Receipts({ story, moment }: { story: Story; moment: Moment }) {
  const [whole, setWhole] = useState(false);
  const moves = story.moves.filter(({ at }) => at <= moment.at);
  if (moves.length === 0) return null;
  const earlier = moves.length - MOST;
  return (
    <div class="receipts">
      {earlier > 0 && (
        <button type="button" class="more" onClick={() => setWhole(!whole)}>
          {whole
            ? "Show the newest changes of mind only"
            : `Show ${plural(earlier, "earlier change of mind", "earlier changes of mind")}`}
        </button>
      )}
      <ul aria-label="Changes of mind">
        {(whole ? moves : moves.slice(-MOST)).map((move) => (
          <Receipt key={move.key} story={story} move={move} />
        ))}
      </ul>
    </div>
  );
}

function Receipt({ story, move }: { story: Story; move: Move }) {
  const seat = story.seats.find(({ id }) => id === move.seat);
  const [from, to] = [laneOf(story, move.from), laneOf(story, move.to)];
  const cause = move.cause === null ? undefined : story.claims.get(move.cause);
  return (
    <li>
      {seat !== undefined && <Monogram seat={seat} />}
      <span class="way">
        {from === undefined ? move.from : <LaneMark lane={from} small />}
        <span aria-label="to"> → </span>
        {to === undefined ? move.to : <LaneMark lane={to} small />}
      </span>
      <span class="why">
        {move.cause === null ? (
          <strong class="open">Unexplained: {visible(move.ground)}.</strong>
        ) : (
          <>
            <span class="sub">{WAYS[move.class]} </span>
            <ClaimRef id={move.cause} />{" "}
            {cause !== undefined && <Words text={cause.claim.text} most={220} />}
          </>
        )}
      </span>
    </li>
  );
}

const WAYS: Readonly<Record<Move["class"], string>> = {
  persuaded: "persuaded by",
  "reasoned-unverified": "reasoned from, without proof,",
  "self-corrected": "corrected itself by",
  capitulated: "gave in to",
};
