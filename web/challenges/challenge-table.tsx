/** All challenges as a table: from whom, against what, what became of it, and by whose answer. */
import { useState } from "preact/hooks";

import type { Challenge } from "../../src/timeline/moment.ts";
import type { Link, Story } from "../../src/timeline/story.ts";
import { ClaimRef } from "../kit/claim-ref.tsx";
import { Monogram } from "../kit/monogram.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { count } from "../kit/words.ts";
import { addressOf } from "../state/route.ts";
import { Position } from "../transcript/position.tsx";
import { nameOf } from "./map-node.tsx";

/** Rows that stand there at once. */
const MOST = 200;

export function ChallengeTable({
  story,
  challenges,
  chosen,
}: {
  story: Story;
  challenges: readonly Challenge[];
  chosen: string | null;
}) {
  const [most, setMost] = useState(MOST);
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
            <Row
              key={challenge.card.claim.id}
              story={story}
              challenge={challenge}
              isChosen={challenge.card.claim.id === chosen}
            />
          ))}
        </tbody>
      </table>
      {challenges.length > most && (
        <button type="button" class="more" onClick={() => setMost(most + MOST)}>
          Show more ({count(challenges.length - most)} are left)
        </button>
      )}
    </div>
  );
}

function Row({
  story,
  challenge,
  isChosen,
}: {
  story: Story;
  challenge: Challenge;
  isChosen: boolean;
}) {
  const { card, by, fate, answeredBy, grantedBy } = challenge;
  const seat = story.seats.find(({ id }) => id === by);
  const title = story.steps.find(({ step }) => step === card.step)?.title ?? card.step;
  return (
    <tr class={isChosen ? "chosen" : ""}>
      <th scope="row" class="challenge-said">
        <ClaimRef id={card.claim.id} /> <Words text={card.claim.text} most={300} />
      </th>
      <td>
        <span class="challenge-who">
          {seat && <Monogram seat={seat} />}
          <span>
            {visible(nameOf(story, by))}
            <span class="sub challenge-step">{visible(title)}</span>
          </span>
        </span>
      </td>
      <td>
        <Target story={story} challenge={challenge} />
      </td>
      <td>
        <span class={`fate-word ${fate}`}>{fate}</span>
      </td>
      <td>
        {[...answeredBy, ...grantedBy].map((link) => (
          <Answer key={`${link.kind} ${link.from}`} story={story} link={link} />
        ))}
      </td>
    </tr>
  );
}

function Target({
  story,
  challenge: { target, isConcern },
}: {
  story: Story;
  challenge: Challenge;
}) {
  if (isConcern) return <>everyone</>;
  if (target.kind === "lane") return <Position story={story} id={target.id} />;
  if (target.kind === "claim") {
    return (
      <>
        <ClaimRef id={target.id} />{" "}
        {target.seat === null ? "" : visible(nameOf(story, target.seat))}
      </>
    );
  }
  return <>{visible(nameOf(story, target.id))}</>;
}

function Answer({ story, link: { from, kind, by } }: { story: Story; link: Link }) {
  const name = visible(nameOf(story, by));
  if (!story.claims.has(from)) {
    return (
      <span class="challenge-answer">
        {name} <a href={addressOf("transcript", { turn: from })}>changed its mind</a>
      </span>
    );
  }
  return (
    <span class="challenge-answer">
      <ClaimRef id={from} /> {name}{" "}
      <span class="sub">{kind === "answers" ? "answers" : "grants"}</span>
    </span>
  );
}
