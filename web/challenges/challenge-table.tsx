/** All challenges as a table: from whom, against what, with what result, and by whose answer. */
import { useState } from "preact/hooks";

import type { ArgumentLink, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import type { ChallengeSnapshot } from "../../src/timeline/snapshot/snapshot.ts";
import { formatInteger } from "../kit/format-text.ts";
import { PositionLabel } from "../kit/position-label.tsx";
import { SeatMonogram, findSeat } from "../kit/seat-monogram.tsx";
import { ClaimReference, UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { FATE_WORDS } from "./fate-words.tsx";
import { formatShortSeatName } from "./map-node.tsx";

/** Rows that are rendered at once. */
const MAX_TABLE_ROWS = 200;

export function ChallengeTable({
  timeline: debateTimeline,
  challenges,
  chosen,
}: {
  timeline: DebateTimeline;
  challenges: readonly ChallengeSnapshot[];
  chosen: string | null;
}) {
  const [most, setMost] = useState(MAX_TABLE_ROWS);
  return (
    <div class="scroll pad" tabIndex={0} role="group" aria-label="Table of challenges">
      <table class="challenge-table">
        <caption class="sr">Challenges in the order in which they were made</caption>
        <thead>
          <tr>
            {["Claim", "From", "To", "Status", "Answered by"].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {challenges.slice(0, most).map((challenge) => (
            <ChallengeRow
              key={challenge.card.claim.id}
              timeline={debateTimeline}
              challenge={challenge}
              isChosen={challenge.card.claim.id === chosen}
            />
          ))}
        </tbody>
      </table>
      {challenges.length > most && (
        <button type="button" class="more" onClick={() => setMost(most + MAX_TABLE_ROWS)}>
          Show more ({formatInteger(challenges.length - most)} are left)
        </button>
      )}
    </div>
  );
}

function ChallengeRow({
  timeline: debateTimeline,
  challenge,
  isChosen,
}: {
  timeline: DebateTimeline;
  challenge: ChallengeSnapshot;
  isChosen: boolean;
}) {
  const { card, by, fate, isPressing, answeredBy, grantedBy } = challenge;
  const seat = findSeat(debateTimeline, by);
  const title = debateTimeline.steps.find(({ step }) => step === card.step)?.title ?? card.step;
  return (
    <tr class={isChosen ? "chosen" : ""}>
      <th scope="row" class="challenge-said">
        <ClaimReference id={card.claim.id} /> <UntrustedText text={card.claim.text} most={300} />
      </th>
      <td>
        <span class="challenge-who">
          {seat && <SeatMonogram seat={seat} />}
          <span>
            {showInvisibleCharacters(formatShortSeatName(debateTimeline, by))}
            <span class="sub challenge-step">{showInvisibleCharacters(title)}</span>
          </span>
        </span>
      </td>
      <td>
        <ChallengeTarget timeline={debateTimeline} challenge={challenge} />
      </td>
      <td>
        <span class={`fate-word ${isPressing ? "open" : ""}`}>{FATE_WORDS[fate]}</span>
      </td>
      <td>
        {[...answeredBy, ...grantedBy].map((link) => (
          <ChallengeAnswer
            key={`${link.kind} ${link.from}`}
            timeline={debateTimeline}
            link={link}
          />
        ))}
      </td>
    </tr>
  );
}

function ChallengeTarget({
  timeline: debateTimeline,
  challenge: { target, isConcern },
}: {
  timeline: DebateTimeline;
  challenge: ChallengeSnapshot;
}) {
  if (isConcern) return <>everyone</>;
  if (target.kind === "lane") return <PositionLabel timeline={debateTimeline} id={target.id} />;
  if (target.kind === "claim") {
    return (
      <>
        <ClaimReference id={target.id} />{" "}
        {target.seat === null
          ? ""
          : showInvisibleCharacters(formatShortSeatName(debateTimeline, target.seat))}
      </>
    );
  }
  return <>{showInvisibleCharacters(formatShortSeatName(debateTimeline, target.id))}</>;
}

function ChallengeAnswer({
  timeline: debateTimeline,
  link: { from, kind, by },
}: {
  timeline: DebateTimeline;
  link: ArgumentLink;
}) {
  const name = showInvisibleCharacters(formatShortSeatName(debateTimeline, by));
  if (!debateTimeline.claims.has(from)) {
    return (
      <span class="challenge-answer">
        {name} <a href={buildViewAddress("transcript", { turn: from })}>changed their mind</a>
      </span>
    );
  }
  return (
    <span class="challenge-answer">
      <ClaimReference id={from} /> {name}{" "}
      <span class="sub">{kind === "answers" ? "answers" : "grants"}</span>
    </span>
  );
}
