/** A person's seat as a desk: what is known on the left, their answer on the right. */
import { BODY_SOURCE } from "../../src/domain/brief.ts";
import { readOpening } from "../../src/domain/journal/event.ts";
import { readStepName } from "../../src/domain/journal/steps.ts";
import type {
  ClaimCard,
  DebateTimeline,
  PersonQuestion,
} from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { LaneMark, findLane } from "../kit/lane-mark.tsx";
import { MarkdownText, PlainText } from "../kit/markdown/markdown.tsx";
import { SeatMonogram, findSeatName } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { getProtocolParts } from "../protocols/protocol-parts.tsx";
import { currentDebate } from "../state/debate-state.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { useSelectedWords } from "./form/quoting.ts";
import { PersonSeatCard } from "./person-seat-card.tsx";

export function SeatDesk({
  timeline,
  question,
}: {
  timeline: DebateTimeline;
  question: PersonQuestion;
}) {
  useSelectedWords();
  return (
    <>
      <div class="blind-grid desk">
        <div class="col desk-document" tabIndex={0} role="region" aria-label="What you can quote">
          <BriefCard timeline={timeline} />
          <SaidBefore timeline={timeline} question={question} />
        </div>
        <div class="col">
          <PersonSeatCard
            key={`${question.key}-${question.at}`}
            timeline={timeline}
            question={question}
          />
        </div>
      </div>
      <p class="sub">
        Not your seat?{" "}
        <a href={buildViewAddress("floor", { open: "1", seat: null })}>Look at the debate so far</a>
      </p>
    </>
  );
}

/** The options that are decided between, in the brief's own words. */
export function BriefOptionList({ timeline: debateTimeline }: { timeline: DebateTimeline }) {
  const { options } = readOpening(debateTimeline.events).brief;
  return (
    <dl class="blind-options">
      {options.map(({ id, label, description }) => {
        const lane = findLane(debateTimeline, id);
        return (
          <div key={id} data-source={`option-${id}`}>
            <dt>
              {lane ? <LaneMark lane={lane} /> : <strong>{id}</strong>}{" "}
              <UntrustedText text={label} />
            </dt>
            {description !== "" && (
              <dd>
                <UntrustedText text={description} serif />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

/** The diff of a review: what the form is about. */
const CHANGE_SOURCE = "change";

/** The brief as a document; words that are selected in it can be quoted. */
function BriefCard({ timeline }: { timeline: DebateTimeline }) {
  const { sources } = readOpening(timeline.events).brief;
  const texts = currentDebate.value?.texts ?? {};
  const { SourceView: OwnSource, ownSources = [] } = getProtocolParts() ?? {};
  return (
    <Card title="The brief" note="select words to quote them">
      <div class="pad">
        <BriefOptionList timeline={timeline} />
        {sources.map(({ id, title, sha256 }) => {
          const text = texts[sha256];
          if (text === undefined) return null;
          // code is read as it is written
          const isProse = id === BODY_SOURCE || /\.(?:md|markdown)$/i.test(title);
          const shown = isProse ? (
            <MarkdownText text={text} />
          ) : OwnSource !== undefined && ownSources.includes(id) ? (
            <OwnSource id={id} text={text} />
          ) : (
            <PlainText text={text} />
          );
          return id === BODY_SOURCE ? (
            <div key={id} data-source={id}>
              {shown}
            </div>
          ) : (
            <details key={id} class="rest" open={id === CHANGE_SOURCE}>
              <summary>
                <UntrustedText text={title} most={120} />
              </summary>
              <div data-source={id}>{shown}</div>
            </details>
          );
        })}
      </div>
    </Card>
  );
}

/** What others said in steps that are closed to changes: all that this step's participants may know. */
function SaidBefore({
  timeline,
  question,
}: {
  timeline: DebateTimeline;
  question: PersonQuestion;
}) {
  const here = readStepName(question.key);
  const before = timeline.turns.filter(({ step, said }) => step !== here && said !== null);
  if (before.length === 0) return null;
  const newest = new Map(before.map((turn) => [turn.seat, turn]));
  const listOwnClaims = (seat: string): ClaimCard[] =>
    [...timeline.claims.values()].filter(({ claim, step }) => claim.by === seat && step !== here);
  return (
    <Card title="What was said so far">
      <div class="pad">
        {[...newest.values()].map(({ seat, said }) => (
          <section key={seat} class="said-before">
            <h3>
              <SeatName timeline={timeline} seat={seat} />
            </h3>
            <UntrustedText text={said?.words ?? ""} most={600} serif />
            <ul>
              {listOwnClaims(seat).map(({ claim }) => (
                <li key={claim.id} data-source={claim.id}>
                  <UntrustedText text={claim.text} most={400} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  );
}

function SeatName({ timeline, seat }: { timeline: DebateTimeline; seat: string }) {
  const found = timeline.seats.find(({ id }) => id === seat);
  return (
    <>
      {found && <SeatMonogram seat={found} />} {findSeatName(timeline, seat)}
    </>
  );
}
