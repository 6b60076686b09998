/** The conversation of a roundtable: who wrote to whom, what each message answers and what it resolves. */
import type {
  CompromiseCard,
  TableMessageCard,
} from "../../../src/protocols/roundtable/timeline/messages.ts";
import type { RoundtableStory } from "../../../src/protocols/roundtable/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatNameList, formatPlural } from "../../kit/format-text.ts";
import { ClaimReference, UntrustedText } from "../../kit/untrusted-text.tsx";
import { Refs, Sign, Tag, Then, nameOf } from "../panel-parts.tsx";

interface Shown {
  readonly timeline: DebateTimeline;
  readonly told: RoundtableStory;
}

export function Conversation({ timeline: debateTimeline, told }: Shown) {
  const { messages, positions, compromises } = told;
  if (positions.length === 0) return null;
  const rounds = [...new Set(messages.map(({ round }) => round))].toReversed();
  return (
    <Card title="Conversation" note="A message is read by those it is sent to, and by the lead.">
      <div class="pad talk">
        {rounds.map((round, index) => (
          <div key={round}>
            {compromises
              .filter((one) => one.round === round)
              .map((one) => (
                <Compromise key={one.at} timeline={debateTimeline} card={one} />
              ))}
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
            {positions.map(({ at, seat, id, words, wouldChange }) => (
              <li key={seat}>
                <Sign timeline={debateTimeline} id={seat} />
                <div>
                  <p class="small">
                    <Then at={at}>{nameOf(debateTimeline, seat)}</Then>
                    {id !== null && (
                      <>
                        , stated as <ClaimReference id={id} />
                      </>
                    )}
                  </p>
                  <p>
                    <UntrustedText text={words ?? "Could not be read."} most={600} refs />
                  </p>
                  {wouldChange !== null && (
                    <p class="small">
                      Would change its mind: <UntrustedText text={wouldChange} most={300} />
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
  const { id, by, to, kind, words, resolvedBy, answers, acknowledges, at } = message;
  const whom =
    to === "all" ? "all" : formatNameList(to.map((seat) => nameOf(debateTimeline, seat)));
  return (
    <li class={to === "all" ? "" : "private"}>
      <Sign timeline={debateTimeline} id={by} />
      <div>
        <p class="small">
          <Then at={at}>{nameOf(debateTimeline, by)}</Then> to {whom}, as <ClaimReference id={id} />
          {kind !== null && <Tag open={kind === "concern"}>{kind}</Tag>}
          {answers.length > 0 && (
            <span>
              {" "}
              answers <Refs ids={answers} />
            </span>
          )}
          {acknowledges.length > 0 && (
            <span>
              {" "}
              settled by <Refs ids={acknowledges} />
            </span>
          )}
        </p>
        <p>
          <UntrustedText text={words} most={600} refs />
        </p>
        {resolvedBy !== null && (
          <p class="small">
            Would be settled by: <UntrustedText text={resolvedBy} most={300} />
          </p>
        )}
      </div>
    </li>
  );
}

function Compromise({
  timeline: debateTimeline,
  card,
}: {
  timeline: DebateTimeline;
  card: CompromiseCard;
}) {
  const lead = debateTimeline.seats.find(({ role }) => role === "lead");
  return (
    <section class="compromise" aria-label={`Compromise after round ${card.round}`}>
      <h3>
        {lead && <Sign timeline={debateTimeline} id={lead.id} />}
        <Then at={card.at}>The lead proposes, after a stall in round {card.round}</Then>
      </h3>
      {card.disagreement !== null && (
        <p class="serif on-record">
          <UntrustedText text={card.disagreement} refs />
        </p>
      )}
      <ul class="bare-list">
        {card.proposals.map(({ id, words, builtFrom }, index) => (
          <li key={index}>
            {id !== null && <ClaimReference id={id} />} <UntrustedText text={words} refs />{" "}
            {builtFrom.length > 0 && (
              <span class="small">
                for <Refs ids={builtFrom} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
