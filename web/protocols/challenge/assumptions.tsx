/** The assumptions of the opening, and who confirmed or doubted them. */
import type {
  ChallengeStory,
  OpeningCard,
} from "../../../src/protocols/challenge/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { showSeatName, Sign, Then } from "../panel-parts.tsx";

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
    <Card title="What the opening takes for granted" note={`stated confidence ${confidence}`}>
      <div class="pad">
        <ol class="assumed">
          {assumptions.map(({ id, words, views }) => (
            <li key={id}>
              <p>
                <UntrustedText text={words} /> <span class="mono small">{id}</span>
              </p>
              {views.map(({ seat, view, reason, at }) => (
                <p class="small" key={`${seat} ${at}`}>
                  <Then at={at}>{view === "upheld" ? "Holds" : "Doubted"}</Then>, says{" "}
                  {showSeatName(debateTimeline, seat)}: <UntrustedText text={reason} most={300} />
                </p>
              ))}
            </li>
          ))}
        </ol>
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

function Stated({ opening: { reasoning, weaknesses } }: { opening: OpeningCard }) {
  return (
    <details class="rest">
      <summary>Reasons and weaknesses, as the proponent stated them</summary>
      <p>
        <UntrustedText text={reasoning} refs />
      </p>
      <ul>
        {weaknesses.map(({ id, text }) => (
          <li key={id}>
            <UntrustedText text={text} /> <span class="mono small">{id}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
