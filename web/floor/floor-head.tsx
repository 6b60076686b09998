/** The question, the status of the debate, and the few facts a reader wants first. */
import { describePause } from "../../src/domain/journal/transcript.ts";
import { playsRecordedReplies } from "../../src/domain/recorded-replies.ts";
import { describeAbsenceReason } from "../../src/domain/round.ts";
import { describeOutcomeLabel } from "../../src/reports/summary-text.ts";
import type {
  DebateSnapshot,
  DebateTimeline,
  SeatCard,
} from "../../src/timeline/debate-timeline.ts";
import { capitalizeText, formatNameList, formatPlural, formatUsd } from "../kit/format-text.ts";
import { LaneMark } from "../kit/lane-mark.tsx";
import { findSeatName } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { getProtocolParts } from "../protocols/protocol-parts.tsx";
import { currentDebate, serverConnection, viewedEventIndex } from "../state/debate-state.ts";
import { formatCompareAddress } from "../state/page-address.ts";
import { pageKind } from "../state/page-context.ts";
import { ElapsedTime } from "./elapsed-time.tsx";

export function FloorHead({
  timeline: debateTimeline,
  snapshot,
  hasNamedLanes = false,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
  /** What is below names the options, too. */
  hasNamedLanes?: boolean;
}) {
  const { question } = debateTimeline;
  const lanes = hasNamedLanes ? [] : debateTimeline.lanes.filter(({ at }) => at <= snapshot.at);
  return (
    <div class={snapshot.status === "ended" ? "head ended" : "head"}>
      <div>
        <SourceBanner timeline={debateTimeline} />
        <MissingSeatsNote timeline={debateTimeline} snapshot={snapshot} />
        <DebateStatusLine timeline={debateTimeline} snapshot={snapshot} />
        <h1 class={question.length > MOST_LARGE_TITLE ? "serif long" : "serif"}>
          <UntrustedText text={question} most={400} />
        </h1>
      </div>
      <FloorFacts timeline={debateTimeline} snapshot={snapshot} />
      {lanes.length > 0 && (
        <ul class="opts" aria-label={nameOptionsHeading(debateTimeline)}>
          {lanes.map((lane) => (
            <li key={lane.id} title={lane.description}>
              <LaneMark lane={lane} />
              <UntrustedText text={lane.label} most={120} />
            </li>
          ))}
        </ul>
      )}
      <ForkLinks timeline={debateTimeline} />
      {snapshot.status !== "ended" && <FloorNotices timeline={debateTimeline} />}
    </div>
  );
}

/** A longer question is set in smaller letters. */
const MOST_LARGE_TITLE = 110;

/** Whose words these are, where they are not those of models or people that were asked now. */
function SourceBanner({ timeline: { events } }: { timeline: DebateTimeline }) {
  if (playsRecordedReplies(events)) {
    return (
      <p class="source-banner">
        Recorded debate: models gave these answers earlier, and none was asked now.
      </p>
    );
  }
  const spoke = events.flatMap(({ fact }) =>
    fact.type === "reply-recorded" ? [fact.speaker.provider] : [],
  );
  return spoke.length > 0 && spoke.every((one) => one === "scripted") ? (
    <p class="source-banner">No model took part: the answers come from a script.</p>
  ) : null;
}

function nameOptionsHeading({ deciding }: DebateTimeline): string {
  if (deciding?.by === "withdrawal") return "Verdicts";
  return getProtocolParts()?.lanesHeading ?? "Options";
}

/** Said before anything else, and again in the outcome. */
function MissingSeatsNote({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  if (snapshot.status === "ended") return null;
  const absent = debateTimeline.turns.filter(
    (turn) => turn.absent !== null && turn.at <= snapshot.at,
  );
  if (absent.length === 0) return null;
  const words = absent.map(
    ({ seat, step, absent: why }) =>
      `${findSeatName(debateTimeline, seat)} ${why === null ? "" : describeAbsenceReason(why.reason)} (${step})`,
  );
  return <p class="degraded">Degraded so far: {words.slice(-MOST_MISSING).join("; ")}.</p>;
}

const MOST_MISSING = 6;

/** Announced when the round or the state changes, and never for a single turn. */
function DebateStatusLine({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const isLive = serverConnection.value === "live" && viewedEventIndex.value === null;
  const isMoving = isLive && snapshot.status === "running" && currentDebate.value?.held === true;
  return (
    <p class={snapshot.status === "ended" ? "sr" : "live"}>
      {isMoving && <span class="dot beat" aria-hidden="true" />}
      <span>
        <span role="status">{announceStatus(snapshot)}</span>{" "}
        {describeCurrentTurns(debateTimeline, snapshot)}
      </span>
    </p>
  );
}

function announceStatus({
  status,
  step,
  pausedBecause,
  outcome,
  questions,
}: DebateSnapshot): string {
  const where = step === null ? "Nobody was asked yet." : `${step.title}.`;
  switch (status) {
    case "ended":
      return outcome === null
        ? "Ended."
        : `The panel has ended: ${showInvisibleCharacters(describeOutcomeLabel(outcome)).toLowerCase()}.`;
    case "paused":
      return `Paused in ${step?.title ?? "the beginning"}${describePause(pausedBecause ?? "")}.`;
    case "waiting":
      return questions.length === 1
        ? `${where} It waits for a person.`
        : `${where} It waits for ${formatPlural(questions.length, "answer")} of a person.`;
    case "running":
      return where;
  }
}

function describeCurrentTurns(
  debateTimeline: DebateTimeline,
  { at, status, step, pending }: DebateSnapshot,
): string {
  if (status === "ended" || step === null) return "";
  const asked = new Set(step.asked.map(({ seat }) => seat)).size;
  const turns = debateTimeline.turns.filter((turn) => turn.step === step.step && turn.at <= at);
  const absent = turns.filter((turn) => turn.absent !== null).length;
  const waiting = debateTimeline.seats.filter(({ id }) => pending.includes(id));
  const parts = [
    `${turns.length - absent} of ${asked} have spoken`,
    ...(absent === 0 ? [] : [`${absent} absent`]),
    ...(waiting.length === 0
      ? []
      : [
          `${formatNameList(listSeatNames(waiting))} ${waiting.length === 1 ? "is" : "are"} still to answer`,
        ]),
  ];
  return `${parts.join("; ")}.`;
}

const listSeatNames = (seats: readonly SeatCard[]): string[] => seats.map(({ name }) => name);

function FloorFacts({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const cap = snapshot.limits.usd;
  const spent = formatUsd(snapshot.spentUsd);
  return (
    <dl class="facts">
      <div>
        <dt>Debate</dt>
        <dd class="mono">{debateTimeline.id}</dd>
      </div>
      <div>
        <dt>Protocol</dt>
        <dd>{capitalizeText(debateTimeline.protocol)}</dd>
      </div>
      {!playsRecordedReplies(debateTimeline.events) && (
        <div>
          <dt>Elapsed</dt>
          <dd class="num">
            <ElapsedTime snapshot={snapshot} />
          </dd>
        </div>
      )}
      <div>
        <dt>{cap === null ? "Spent" : "Spent of cap"}</dt>
        <dd class="num">{cap === null ? spent : `${spent} / ${formatUsd(cap)}`}</dd>
      </div>
    </dl>
  );
}

/** The debate that this one was forked from, those that were forked from it, and the way to compare them. */
function ForkLinks({ timeline: { forkedFrom, id: own } }: { timeline: DebateTimeline }) {
  const forks = currentDebate.value?.forks ?? [];
  const isServed = pageKind.value === "debate";
  return (
    <>
      {forkedFrom !== null && <ForkOrigin {...forkedFrom} own={own} />}
      {isServed &&
        forks.map(({ choice, id, label }) => (
          <p key={id} class="floor-notices">
            Forked into <a href={`/debates/${encodeURIComponent(id)}`}>{id}</a>
            {label !== null &&
              ` (${showInvisibleCharacters([label.toLowerCase(), choice ?? ""].join(" ").trim())})`}
            . <a href={formatCompareAddress(own, id)}>Compare them</a>
          </p>
        ))}
    </>
  );
}

function ForkOrigin({
  debate,
  sequence,
  own,
}: NonNullable<DebateTimeline["forkedFrom"]> & { own: string }) {
  const words = `Forked from ${debate} after event ${sequence}`;
  if (pageKind.value !== "debate") {
    return (
      <p class="floor-notices">
        <UntrustedText text={words} />
      </p>
    );
  }
  return (
    <p class="floor-notices">
      <a href={`/debates/${encodeURIComponent(debate)}#/floor?at=${sequence}`}>
        <UntrustedText text={words} />
      </a>
      . <a href={formatCompareAddress(debate, own)}>Compare them</a>
    </p>
  );
}

/** How it was run; that no language model took part is said with the outcome. */
export function FloorNotices({ timeline: debateTimeline }: { timeline: DebateTimeline }) {
  const notices = debateTimeline.notices.map(capitalizeText);
  if (notices.length === 0) return null;
  return (
    <details class="floor-notices">
      <summary>How it was run: {formatPlural(notices.length, "note")}</summary>
      <ul aria-label="Notices">
        {notices.map((notice) => (
          <li key={notice}>
            <UntrustedText text={notice} most={300} />
          </li>
        ))}
      </ul>
    </details>
  );
}
