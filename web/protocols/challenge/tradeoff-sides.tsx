/** A tradeoff: what each side assumes, side by side, and what would show who is right. */
import type {
  ChallengeStory,
  ExposureCard,
} from "../../../src/protocols/challenge/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { Grid, showSeatName, Quote, Tag, Then, Who } from "../panel-parts.tsx";

const ROWS: readonly (readonly [string, keyof ExposureCard])[] = [
  ["Assumes", "assumes"],
  ["So it concludes", "leadsTo"],
  ["Disagrees because", "why"],
  ["Right if", "bestIf"],
  ["The other is right if", "otherRightIf"],
  ["Testable by", "testableBy"],
  ["If it is wrong", "riskIfWrong"],
];

export function Sides({
  timeline: debateTimeline,
  told,
}: {
  timeline: DebateTimeline;
  told: ChallengeStory;
}) {
  const { exposures, stopped } = told;
  if (exposures.length === 0) return null;
  const [first] = exposures;
  const grounds = exposures.filter(({ commonGround }) => commonGround !== null);
  return (
    <Card title="What each side assumes" note="Every sentence is the party’s own." class="tradeoff">
      <div class="pad">
        {first && first.disagreement !== null && (
          <Quote
            open
            text={first.disagreement}
            by={
              <>The disagreement in one sentence, by {showSeatName(debateTimeline, first.seat)}</>
            }
          />
        )}
        <div class="sides">
          {exposures.map((exposure) => (
            <Side key={exposure.seat} timeline={debateTimeline} exposure={exposure} />
          ))}
        </div>
        {grounds.length > 0 && (
          <>
            <h3>Common ground</h3>
            <ul class="bare-list">
              {grounds.map(({ seat, commonGround }) => (
                <li key={seat}>
                  <UntrustedText text={commonGround ?? ""} />{" "}
                  <span class="small">{showSeatName(debateTimeline, seat)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {stopped !== null && (
          <p class="small">
            The confrontation ended: <UntrustedText text={stopped.words} />.
          </p>
        )}
      </div>
      <details class="tbl">
        <summary>Show as a table</summary>
        <Grid
          caption="Assumptions, side by side"
          head={["", ...exposures.map(({ seat }) => showSeatName(debateTimeline, seat))]}
          rows={ROWS.map(([name, field]) => [
            name,
            ...exposures.map((exposure) => (
              <UntrustedText key={exposure.seat} text={String(exposure[field] ?? "")} />
            )),
          ])}
        />
      </details>
    </Card>
  );
}

function Side({
  timeline: debateTimeline,
  exposure,
}: {
  timeline: DebateTimeline;
  exposure: ExposureCard;
}) {
  return (
    <section
      class="side"
      aria-label={`Assumptions of ${showSeatName(debateTimeline, exposure.seat)}`}
    >
      <h3>
        <Who timeline={debateTimeline} id={exposure.seat} />
        <Then at={exposure.at}>
          <Tag open={exposure.side === "challenger"}>
            {exposure.side === "proponent" ? "holds the position" : "objects"}
          </Tag>
        </Then>
      </h3>
      <dl>
        {ROWS.map(([name, field]) => (
          <div key={field} class={field === "assumes" ? "titled first" : "titled"}>
            <dt>{name}</dt>
            <dd class={field === "assumes" ? "serif" : ""}>
              <UntrustedText text={String(exposure[field] ?? "not said")} most={500} refs />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
