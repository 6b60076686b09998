/** A roundtable: satisfaction, blocking concerns, the conversation, and the decision record. */
import "./roundtable.css";
import { useMemo } from "preact/hooks";

import type { ConcernCard } from "../../../src/protocols/roundtable/timeline/cards.ts";
import {
  roundtableAt,
  type RoundtableStory,
} from "../../../src/protocols/roundtable/timeline/timeline.ts";
import type { DebateSnapshot, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatPlural } from "../../kit/format-text.ts";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { showSeatName, Quote, Refs, Sign, Tag, Then, Who } from "../panel-parts.tsx";
import { Conversation } from "./conversation.tsx";
import { DecisionRecordPanel } from "./decision-record.tsx";
import { ProposalPanel } from "./proposal.tsx";
import { Satisfaction } from "./satisfaction-chart.tsx";

export function RoundtablePanels({ timeline: debateTimeline, snapshot }: TableProps) {
  const told = useMemo(
    () => roundtableAt(debateTimeline, snapshot.at),
    [debateTimeline, snapshot.at],
  );
  return (
    <>
      {snapshot.status !== "ended" && (
        <>
          <ProposalPanel told={told} />
          <Satisfaction timeline={debateTimeline} told={told} />
          <Concerns timeline={debateTimeline} told={told} />
        </>
      )}
      <Vetoes timeline={debateTimeline} told={told} />
      <DecisionRecordPanel timeline={debateTimeline} told={told} />
      <Conversation timeline={debateTimeline} told={told} />
    </>
  );
}

/** How the scores came to the target, the proposal that got there, and the ledger of concerns. */
export function TablePicture({ timeline, snapshot }: TableProps) {
  const told = useMemo(() => roundtableAt(timeline, snapshot.at), [timeline, snapshot.at]);
  return (
    <>
      <Satisfaction timeline={timeline} told={told} />
      <ProposalPanel told={told} folded />
      <Concerns timeline={timeline} told={told} folded />
    </>
  );
}

interface TableProps {
  readonly timeline: DebateTimeline;
  readonly snapshot: DebateSnapshot;
}

interface Shown {
  readonly timeline: DebateTimeline;
  readonly told: RoundtableStory;
}

const VETO_BELOW = 70;

function Vetoes({ timeline: debateTimeline, told: { vetoes, escalation } }: Shown) {
  if (vetoes.length === 0 && escalation === null) return null;
  return (
    <Card
      title={escalation === null ? "Who can only be overruled by name" : "What a person decides"}
      note={escalation === null ? "if it came to that now" : undefined}
    >
      <div class="pad">
        {vetoes.map(({ at, seat, score, absent, objections }) => (
          <section
            key={seat}
            class="veto"
            aria-label={`Objection of ${showSeatName(debateTimeline, seat)}`}
          >
            <h3>
              <Who timeline={debateTimeline} id={seat} />
              <Then at={at}>
                <Tag open>mandatory, {describeScoreStanding(score, absent)}</Tag>
              </Then>
            </h3>
            {objections.map(({ id, words }, index) => (
              <Quote
                key={index}
                open
                text={words}
                by={id === null ? undefined : <Refs ids={[id]} />}
              />
            ))}
            {objections.length === 0 && <p class="small">They left no objection in words.</p>}
          </section>
        ))}
        {escalation !== null && (
          <>
            <h3>
              <Then at={escalation.at}>The question to a person</Then>
              {escalation.answered === null && <Tag open>waiting</Tag>}
            </h3>
            <ul class="bare-list">
              {escalation.choices.map(({ id, label }) => (
                <li key={id} class={escalation.answered?.choice === id ? "chosen-way" : ""}>
                  <span class="mono">{id}</span> <UntrustedText text={label} />
                  {escalation.answered?.choice === id && <Tag>chosen</Tag>}
                </li>
              ))}
            </ul>
            {escalation.answered !== null && (
              <Quote
                text={escalation.answered.reason}
                by={
                  <Then at={escalation.answered.at}>
                    <UntrustedText text={escalation.answered.by} most={80} />
                  </Then>
                }
              />
            )}
          </>
        )}
      </div>
    </Card>
  );
}

function describeScoreStanding(score: number | null, absent: boolean): string {
  if (score === null) return "never gave a score";
  return absent
    ? `no score in the last round, at ${score} before`
    : `at ${score}, below ${VETO_BELOW}`;
}

const STATES: Readonly<Record<ConcernCard["state"], string>> = {
  open: "open",
  answered: "answered, still open",
  settled: "closed by its owner",
};

function Concerns({
  timeline: debateTimeline,
  told: { concerns },
  folded = false,
}: Shown & { folded?: boolean }) {
  if (concerns.length === 0) return null;
  const open = concerns.filter(({ state }) => state !== "settled");
  const over = concerns.filter(({ state }) => state === "settled");
  const blocking = open.filter((one) => one.blocking && one.logged === null).length;
  const first = open.toSorted((a, b) => Number(b.blocking) - Number(a.blocking));
  return (
    <Card
      title="Concerns"
      note={`${open.length} open${blocking > 0 ? `, ${blocking} of them blocking` : ""}; ${over.length} closed`}
    >
      <div class="pad">
        {first.length > 0 && (
          <details class="unfold" open={!folded}>
            <summary>{formatPlural(first.length, "open concern")}</summary>
            <ul class="concerns">
              {first.map((concern) => (
                <Concern key={concern.id} timeline={debateTimeline} concern={concern} />
              ))}
            </ul>
          </details>
        )}
        {over.length > 0 && (
          <details class="rest" open={!folded && open.length === 0}>
            <summary>{formatPlural(over.length, "closed concern")}</summary>
            <ul class="concerns">
              {over.map((concern) => (
                <Concern key={concern.id} timeline={debateTimeline} concern={concern} />
              ))}
            </ul>
          </details>
        )}
      </div>
    </Card>
  );
}

function Concern({
  timeline: debateTimeline,
  concern,
}: {
  timeline: DebateTimeline;
  concern: ConcernCard;
}) {
  const { at, id, seat, words, detail, round, option, resolvedBy, answers, settled } = concern;
  return (
    <li>
      <Sign timeline={debateTimeline} id={seat} />
      <div>
        <p>
          <UntrustedText text={words} most={400} refs />{" "}
          <Tag open={concern.state !== "settled"}>{STATES[concern.state]}</Tag>
          {concern.blocking && <Blocking concern={concern} />}
          {option !== null && <Tag>option {option}</Tag>}
          {concern.logged !== null && (
            <Tag>
              does not block: it <UntrustedText text={concern.logged} most={120} />
            </Tag>
          )}
        </p>
        {detail !== null && (
          <details class="rest">
            <summary>In full</summary>
            <UntrustedText text={detail} refs />
          </details>
        )}
        {resolvedBy !== "" && (
          <p class="small">
            Would be settled by: <UntrustedText text={resolvedBy} most={300} />
          </p>
        )}
        <p class="small">
          <Then at={at}>
            {round === 0 ? "Raised in the first position" : `Raised in round ${round}`}
          </Then>
          {id !== "" && (
            <>
              , as <Refs ids={[id]} />
            </>
          )}
          {answers.length > 0 && (
            <>
              ; answered in <Refs ids={answers} />
            </>
          )}
        </p>
        {settled !== null && (
          <p class="small">
            Closed in round {settled.round} by <Refs ids={settled.because} />:{" "}
            <UntrustedText text={settled.why} most={300} />
          </p>
        )}
      </div>
    </li>
  );
}

function Blocking({ concern: { state, own } }: { concern: ConcernCard }) {
  if (state === "settled") return <Tag>was blocking</Tag>;
  return <Tag open={own}>blocking</Tag>;
}
