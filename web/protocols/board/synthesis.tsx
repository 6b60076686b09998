/** The versions of a board's synthesis, and what its dissenters say about it. */
import { describeAbsenceReason } from "../../../src/domain/round.ts";
import type { ReviewCard, SynthesisCard } from "../../../src/protocols/board/timeline/closing.ts";
import type { BoardStory } from "../../../src/protocols/board/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatNameList } from "../../kit/format-text.ts";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { Changed, nameOf, OptionSign, Quote, Sign, Then, Warning } from "../panel-parts.tsx";

interface Shown {
  readonly timeline: DebateTimeline;
  readonly told: BoardStory;
}

export function Synthesis({ timeline: debateTimeline, told }: Shown) {
  const { versions, reviews, silent, disputed } = told.closing;
  if (versions.length === 0 && silent.length === 0) return null;
  const dissenters = told.dissents
    .filter((one) => one.standing)
    .map(({ seat }) => nameOf(debateTimeline, seat));
  return (
    <Card
      title="Synthesis"
      note={dissenters.length === 0 ? undefined : `dissenting: ${formatNameList(dissenters)}`}
    >
      <div class="pad">
        {silent.map(({ seat, reason, at }) => (
          <Warning key={at}>
            {nameOf(debateTimeline, seat)} was to write it and {describeAbsenceReason(reason)}.
          </Warning>
        ))}
        <ol class="versions">
          {versions.toReversed().map((version) => (
            <li key={version.version} value={version.version}>
              <OneVersion
                timeline={debateTimeline}
                version={version}
                isOnly={versions.length === 1}
              />
              <Reviews
                timeline={debateTimeline}
                reviews={reviews.filter((one) => one.version === version.version)}
              />
            </li>
          ))}
        </ol>
        {disputed.length > 0 && (
          <>
            <h3>Disputed, in the reviewers’ own words</h3>
            {disputed.map(({ seat, words, at }) => (
              <Quote
                key={seat}
                open
                text={words}
                by={<Then at={at}>{nameOf(debateTimeline, seat)}</Then>}
              />
            ))}
          </>
        )}
      </div>
    </Card>
  );
}

function OneVersion(props: { timeline: DebateTimeline; version: SynthesisCard; isOnly: boolean }) {
  const { timeline: debateTimeline, version, isOnly } = props;
  const { option, approach, reasoning, confidence, rejected, difference } = version;
  return (
    <>
      <h3>
        {!isOnly && <span class="version">{version.version}</span>}
        <Then at={version.at}>
          {version.version === 1 ? "Written" : "Corrected, once"} by{" "}
          {nameOf(debateTimeline, version.by)}
        </Then>
        {confidence !== null && <span class="sub">states confidence {confidence}</span>}
      </h3>
      <p class="serif on-record">
        {option !== null && <OptionSign timeline={debateTimeline} id={option} />}{" "}
        {difference.length > 0 ? (
          <Changed pieces={difference} />
        ) : (
          <>
            <strong>
              <UntrustedText text={approach ?? "No approach could be read."} />
            </strong>{" "}
            {reasoning !== null && <UntrustedText text={reasoning} refs />}
          </>
        )}
      </p>
      {rejected.length > 0 && (
        <ul class="bare-list">
          {rejected.map((one, index) => (
            <li key={index}>
              <span class="small">Rejected:</span> <UntrustedText text={one.alternative} />{" "}
              {one.reasoning !== null && (
                <span class="small">
                  <UntrustedText text={one.reasoning} refs />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Reviews({
  timeline: debateTimeline,
  reviews,
}: {
  timeline: DebateTimeline;
  reviews: readonly ReviewCard[];
}) {
  if (reviews.length === 0) return null;
  const accurate = reviews.filter((one) => one.accurate === true).length;
  return (
    <>
      <p class="small">
        {accurate} of {reviews.length} who were asked call it accurate.
      </p>
      <ul class="reviews">
        {reviews.map((one) => (
          <li key={one.seat}>
            <Sign timeline={debateTimeline} id={one.seat} />
            {one.at === null ? (
              <span class="awaited">awaited</span>
            ) : (
              <Then at={one.at}>{wordOn(one)}</Then>
            )}
            {one.accurate === false && one.words !== null && (
              <span>
                <UntrustedText text={one.words} most={300} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function wordOn({ accurate, absent }: ReviewCard): string {
  if (absent !== null) return "absent";
  if (accurate === null) return "cannot be read";
  return accurate ? "accurate" : "misrepresented";
}
