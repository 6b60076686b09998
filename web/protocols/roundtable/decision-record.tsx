/** The decision record drafted by the lead, and each specialist's corrections. */
import type { DraftCard, RecordReview } from "../../../src/protocols/roundtable/timeline/record.ts";
import type { RoundtableStory } from "../../../src/protocols/roundtable/timeline/timeline.ts";
import { wordDifference } from "../../../src/text/word-difference.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatPlural } from "../../kit/format-text.ts";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { Changed, showSeatName, Named, Tag, Then, ReviewList } from "../panel-parts.tsx";

export function DecisionRecordPanel({
  timeline: debateTimeline,
  told,
}: {
  timeline: DebateTimeline;
  told: RoundtableStory;
}) {
  const { drafts, reviews } = told;
  const newest = drafts.at(-1);
  if (!newest) return null;
  const before = drafts.at(-2);
  const revisions = drafts.length - 1;
  return (
    <Card
      title="Decision record"
      note={revisions === 0 ? "drafted by the lead" : formatPlural(revisions, "revision")}
    >
      <div class="pad">
        <h3>
          <Then at={newest.at}>
            <UntrustedText
              text={newest.title ?? told.proposals.at(-1)?.headline ?? "Without a title"}
              most={160}
            />
          </Then>
          {revisions > 0 && <Tag>revision {revisions}</Tag>}
        </h3>
        <p class="serif on-record">
          {newest.decision === null ? (
            <>The decision is the accepted proposal, word for word.</>
          ) : (
            <UntrustedText text={newest.decision} />
          )}
        </p>
        {before?.context != null &&
          newest.context !== null &&
          before.context !== newest.context && (
            <p class="small">
              Context, as revised:{" "}
              <Changed pieces={wordDifference(before.context, newest.context)} />
            </p>
          )}
        <Details timeline={debateTimeline} draft={newest} />
        {drafts.toReversed().map(({ version }) => (
          <Reviews
            key={version}
            timeline={debateTimeline}
            version={version}
            reviews={reviews.filter((one) => one.version === version)}
          />
        ))}
      </div>
    </Card>
  );
}

function Details({
  timeline: debateTimeline,
  draft,
}: {
  timeline: DebateTimeline;
  draft: DraftCard;
}) {
  const { context, guidance, positive, negative, neutral } = draft;
  const consequences = [
    ["Gains", positive],
    ["Costs", negative],
    ["Besides", neutral],
  ] as const;
  return (
    <details class="rest">
      <summary>Context, guidance and consequences</summary>
      <dl>
        <Named name="Context" text={context} />
        {guidance.map(({ seat, task }, index) => (
          <Named key={index} name={showSeatName(debateTimeline, seat)} text={task} />
        ))}
        {consequences.map(([name, texts]) => (
          <Named key={name} name={name} text={texts.length === 0 ? null : texts.join("\n")} />
        ))}
      </dl>
    </details>
  );
}

function Reviews(props: {
  timeline: DebateTimeline;
  version: number;
  reviews: readonly RecordReview[];
}) {
  const { timeline: debateTimeline, version, reviews } = props;
  if (reviews.length === 0) return null;
  const accurate = reviews.filter((one) => one.accurate === true).length;
  return (
    <>
      <p class="small">
        {version === 1 ? "The draft" : `Revision ${version - 1}`}: {accurate} of {reviews.length}{" "}
        call it accurate for their domain.
      </p>
      <ReviewList
        timeline={debateTimeline}
        reviews={reviews.map((one) => ({ ...one, verdict: wordOn(one), words: [one.correction] }))}
      />
    </>
  );
}

function wordOn({ accurate, absent }: RecordReview): string {
  if (absent !== null) return "absent";
  if (accurate === null) return "cannot be read";
  return accurate ? "accurate" : "asks for a correction";
}
