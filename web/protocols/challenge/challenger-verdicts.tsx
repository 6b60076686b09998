/** What each challenger said of the opening, and what was attacked and held. */
import { describeAbsenceReason } from "../../../src/domain/round.ts";
import type { ChallengeStory } from "../../../src/protocols/challenge/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { capitalizeText, truncateText } from "../../kit/format-text.ts";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../../kit/visible-text.ts";
import { Grid, Sign, Tag, Then, Who, showSeatName } from "../panel-parts.tsx";

export function ChallengerVerdicts({
  timeline: debateTimeline,
  told: { verdicts },
}: {
  timeline: DebateTimeline;
  told: ChallengeStory;
}) {
  if (verdicts.length === 0) return null;
  const tested = verdicts.flatMap(({ seat, tested: words, at }) =>
    words === null ? [] : [{ seat, words, at }],
  );
  return (
    <Card title="What each challenger said of it">
      <div class="pad">
        <Grid
          class="verdicts"
          caption="What each challenger said of the opening"
          head={["Challenger", "Of the opening", "Strength", "Blocks"]}
          rows={verdicts.map((one) => [
            <Who key="who" timeline={debateTimeline} id={one.seat} />,
            <span key="verdict">
              <Then at={one.at}>
                {one.absent !== null
                  ? describeAbsenceReason(one.absent)
                  : capitalizeText(one.verdict ?? "cannot be read")}
              </Then>
              {one.pressed && <Tag>pressed for grounds</Tag>}
              {one.downgraded && <Tag open>agreed without substance</Tag>}
              {one.incoherent && <Tag open>verdict and strength contradict</Tag>}
            </span>,
            one.strength ?? "",
            one.blocks ? "yes" : "no",
          ])}
        />
      </div>
      {tested.length > 0 && (
        <ul class="pad foldable">
          {tested.map(({ seat, words, at }) => (
            <li key={seat}>
              <details>
                <summary>
                  <Sign timeline={debateTimeline} id={seat} />{" "}
                  <span dir="auto">{truncateText(showInvisibleCharacters(words), 84)}</span>{" "}
                  <Tag>tested, held</Tag>
                </summary>
                <p class="serif on-record">
                  <Then at={at}>{showSeatName(debateTimeline, seat)}:</Then>{" "}
                  <UntrustedText text={words} />
                </p>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
