/** The versions of a board's synthesis, and what its dissenters say about it. */
import { describeAbsenceReason } from "../../../src/domain/round.ts";
import type {
  ReviewCard,
  SupportCard,
  SynthesisCard,
} from "../../../src/protocols/board/timeline/closing.ts";
import type { BoardStory } from "../../../src/protocols/board/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatNameList } from "../../kit/format-text.ts";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import {
  Changed,
  showSeatName,
  OptionSign,
  Quote,
  Then,
  Warning,
  ReviewList,
} from "../panel-parts.tsx";

interface Shown {
  readonly timeline: DebateTimeline;
  readonly told: BoardStory;
}

export function Synthesis({ timeline: debateTimeline, told }: Shown) {
  const { versions, reviews, silent, disputed, support } = told.closing;
  if (versions.length === 0 && silent.length === 0) return null;
  const dissenters = told.dissents
    .filter((one) => one.standing)
    .map(({ seat }) => showSeatName(debateTimeline, seat));
  return (
    <Card
      title="Synthesis"
      note={dissenters.length === 0 ? undefined : `dissenting: ${formatNameList(dissenters)}`}
    >
      <div class="pad">
        {support !== null && <Support timeline={debateTimeline} support={support} />}
        {silent.map(({ seat, reason, at }) => (
          <Warning key={at}>
            {showSeatName(debateTimeline, seat)} was to write it and {describeAbsenceReason(reason)}
            .
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
                by={<Then at={at}>{showSeatName(debateTimeline, seat)}</Then>}
              />
            ))}
          </>
        )}
      </div>
    </Card>
  );
}

function Support({
  timeline: debateTimeline,
  support,
}: {
  timeline: DebateTimeline;
  support: SupportCard;
}) {
  const { behind, of, limits, minority } = support;
  const names = behind.map((seat) => showSeatName(debateTimeline, seat));
  return (
    <>
      {minority !== null && <Warning>{minority}</Warning>}
      <p class="small">
        {behind.length} of {of} go along{names.length > 0 && ` (${formatNameList(names)})`}.
        {limits.length > 0 && ` Open: ${limits.join("; ")}.`}
      </p>
    </>
  );
}

function OneVersion(props: { timeline: DebateTimeline; version: SynthesisCard; isOnly: boolean }) {
  const { timeline: debateTimeline, version, isOnly } = props;
  const { option, approach, reasoning, conditions, nextStep, rejected, difference } = version;
  return (
    <>
      <h3>
        {!isOnly && <span class="version">{version.version}</span>}
        <Then at={version.at}>
          {version.version === 1 ? "Written" : "Corrected, once"} by{" "}
          {showSeatName(debateTimeline, version.by)}
        </Then>
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
      {(conditions.length > 0 || nextStep !== null) && (
        <ul class="bare-list">
          {conditions.map((condition, index) => (
            <li key={index}>
              <span class="small">Condition:</span> <UntrustedText text={condition} />
            </li>
          ))}
          {nextStep !== null && (
            <li>
              <span class="small">Next step:</span> <UntrustedText text={nextStep} />
            </li>
          )}
        </ul>
      )}
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
  const accurate = reviews.filter((one) => one.accurate === "yes").length;
  const along = reviews.filter((one) => one.stand === "go along").length;
  return (
    <>
      <p class="small">
        Of {reviews.length} who were asked, {accurate} call it accurate and {along} go along.
      </p>
      <ReviewList
        timeline={debateTimeline}
        reviews={reviews.map((one) => ({
          ...one,
          verdict: wordOn(one),
          words: [one.words, one.reason],
        }))}
      />
    </>
  );
}

function wordOn({ accurate, stand, absent }: ReviewCard): string {
  if (absent !== null) return "absent";
  if (accurate === null) return "cannot be read";
  return [ACCURACY_WORDS[accurate], ...(stand === null ? [] : [STAND_WORDS[stand]])].join(", ");
}

const ACCURACY_WORDS = { yes: "accurate", incomplete: "incomplete", no: "misrepresented" } as const;
const STAND_WORDS = { "go along": "goes along", dissent: "dissents" } as const;
