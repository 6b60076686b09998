/** The assumptions of the opening, and who confirmed or doubted them. */
import type {
  ChallengeStory,
  OpeningCard,
} from "../../../src/protocols/challenge/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { nameOf, Sign, Then } from "../panel-parts.tsx";

export function Assumptions({
  timeline: debateTimeline,
  told,
}: {
  timeline: DebateTimeline;
  told: ChallengeStory;
}) {
  const { opening, blind } = told;
  if (opening === null) return null;
  const { assumptions, confidence } = opening;
  return (
    <Card
      title="What the opening takes for granted"
      note={confidence === null ? undefined : `stated confidence ${confidence}`}
    >
      <div class="pad">
        <ol class="assumed">
          {assumptions.map(({ number, words, upheld }) => (
            <li key={number}>
              <p>
                <UntrustedText text={words} />
              </p>
              {upheld.map(({ seat, because, at }) => (
                <p class="small" key={`${seat} ${at}`}>
                  <Then at={at}>Holds</Then>, says {nameOf(debateTimeline, seat)}:{" "}
                  <UntrustedText text={because} most={300} />
                </p>
              ))}
            </li>
          ))}
        </ol>
        <Doubts timeline={debateTimeline} opening={opening} />
        <Stated opening={opening} />
        {blind.length > 0 && (
          <details class="rest">
            <summary>What challengers thought before they saw it</summary>
            <ul class="lines">
              {blind.map(({ seat, words }) => (
                <li key={seat}>
                  <Sign timeline={debateTimeline} id={seat} />
                  <UntrustedText text={words} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Card>
  );
}

function Doubts({
  timeline: debateTimeline,
  opening: { doubts },
}: {
  timeline: DebateTimeline;
  opening: OpeningCard;
}) {
  if (doubts.length === 0) return null;
  return (
    <>
      <h3>Doubted</h3>
      <ul class="lines">
        {doubts.map(({ seat, words, at }, index) => (
          <li key={index}>
            <Sign timeline={debateTimeline} id={seat} />
            <span>
              <UntrustedText text={words} refs />{" "}
              <span class="small">
                <Then at={at}>{nameOf(debateTimeline, seat)}</Then>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Stated({ opening: { reasoning, weaknesses } }: { opening: OpeningCard }) {
  return (
    <details class="rest">
      <summary>Reasons and weaknesses, as the proponent stated them</summary>
      {reasoning !== null && (
        <p>
          <UntrustedText text={reasoning} refs />
        </p>
      )}
      <ul>
        {weaknesses.map((words, index) => (
          <li key={index}>
            <UntrustedText text={words} />
          </li>
        ))}
      </ul>
    </details>
  );
}
