/** The conversation of a roundtable: who wrote to whom, what each message answers and what it resolves. */
import type { TableMessageCard } from "../../../src/protocols/roundtable/timeline/cards.ts";
import type { RoundtableStory } from "../../../src/protocols/roundtable/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatPlural } from "../../kit/format-text.ts";
import { ClaimReference, UntrustedText } from "../../kit/untrusted-text.tsx";
import { Refs, Sign, Tag, Then, showSeatName } from "../panel-parts.tsx";

interface Shown {
  readonly timeline: DebateTimeline;
  readonly told: RoundtableStory;
}

export function Conversation({ timeline: debateTimeline, told }: Shown) {
  const { messages, positions } = told;
  if (positions.length === 0) return null;
  const rounds = [...new Set(messages.map(({ round }) => round))].toReversed();
  return (
    <Card title="Conversation" note="A message is read by those it is sent to, and by the lead.">
      <div class="pad talk">
        {rounds.map((round, index) => (
          <div key={round}>
            <OneRound
              timeline={debateTimeline}
              round={round}
              messages={messages.filter((one) => one.round === round)}
              isNewest={index === 0}
            />
          </div>
        ))}
        <details open={rounds.length === 0}>
          <summary>First positions, sealed</summary>
          <ul class="messages">
            {positions.map(({ at, seat, id, words, reasoning, wouldChange, missing }) => (
              <li key={seat}>
                <Sign timeline={debateTimeline} id={seat} />
                <div>
                  <p class="small">
                    <Then at={at}>{showSeatName(debateTimeline, seat)}</Then>
                    {id !== null && (
                      <>
                        , stated as <ClaimReference id={id} />
                      </>
                    )}
                  </p>
                  <p>
                    <UntrustedText text={words} most={600} refs />
                  </p>
                  <Folded words={reasoning} />
                  {missing.length > 0 && (
                    <p class="small">
                      The material does not say:{" "}
                      <UntrustedText text={missing.join("; ")} most={400} />
                    </p>
                  )}
                  {wouldChange !== null && (
                    <p class="small">
                      Would change their mind: <UntrustedText text={wouldChange} most={300} />
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </Card>
  );
}

function OneRound(props: {
  timeline: DebateTimeline;
  round: number;
  messages: readonly TableMessageCard[];
  isNewest: boolean;
}) {
  const { timeline: debateTimeline, round, messages, isNewest } = props;
  return (
    <details open={isNewest}>
      <summary>
        Round {round}, {formatPlural(messages.length, "message")}
      </summary>
      <ul class="messages">
        {messages.map((message) => (
          <Message key={message.id} timeline={debateTimeline} message={message} />
        ))}
      </ul>
    </details>
  );
}

function Message({
  timeline: debateTimeline,
  message,
}: {
  timeline: DebateTimeline;
  message: TableMessageCard;
}) {
  const { id, by, to, kind, words, detail, resolvedBy, answers, at } = message;
  const whom = to === "all" ? "all" : `${showSeatName(debateTimeline, to)} alone`;
  return (
    <li class={to === "all" ? "" : "private"}>
      <Sign timeline={debateTimeline} id={by} />
      <div>
        <p class="small">
          <Then at={at}>{showSeatName(debateTimeline, by)}</Then> to {whom}, as{" "}
          <ClaimReference id={id} />
          <Tag open={kind === "concern"}>{kind.replace("_", "-")}</Tag>
          {answers.length > 0 && (
            <span>
              {" "}
              answers <Refs ids={answers} />
            </span>
          )}
        </p>
        <p>
          <UntrustedText text={words} most={600} refs />
        </p>
        {detail !== null && <Folded words={detail} />}
        {resolvedBy !== null && (
          <p class="small">
            Would be settled by: <UntrustedText text={resolvedBy} most={300} />
          </p>
        )}
      </div>
    </li>
  );
}

/** The full argument below its headline. */
function Folded({ words }: { words: string }) {
  if (words === "") return null;
  return (
    <details class="rest">
      <summary>In full</summary>
      <UntrustedText text={words} refs />
    </details>
  );
}
