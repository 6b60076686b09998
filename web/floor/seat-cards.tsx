/** The newest words of every participant, and those that are streaming in. */
import { describeAbsenceReason } from "../../src/domain/round.ts";
import type {
  DebateSnapshot,
  SeatCard,
  DebateTimeline,
  TimelineTurn,
} from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { formatPercent, formatPlural, truncateText } from "../kit/format-text.ts";
import { LaneMark, findLane } from "../kit/lane-mark.tsx";
import { SeatMonogram } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { getProtocolParts } from "../protocols/protocol-parts.tsx";
import { viewedEventIndex, type LiveTurnState, liveTexts } from "../state/debate-state.ts";
import { extractReadableText } from "../state/live-text.ts";
import { buildViewAddress } from "../state/page-route.ts";

interface SeatsProps {
  readonly timeline: DebateTimeline;
  readonly snapshot: DebateSnapshot;
}

export function SeatCardGrid({ timeline: debateTimeline, snapshot }: SeatsProps) {
  return (
    <Card
      title="On the floor"
      class={snapshot.status === "ended" ? "o4" : "o1"}
      note={describeSeatsNote(snapshot)}
    >
      <div class="floor" style={{ "--across": computeSeatColumns(debateTimeline.seats.length) }}>
        {debateTimeline.seats.map((seat) => (
          <SeatPanel key={seat.id} seat={seat} timeline={debateTimeline} snapshot={snapshot} />
        ))}
      </div>
    </Card>
  );
}

/** Rows of the same length, as far as they go. */
function computeSeatColumns(seats: number): number {
  const rows = Math.ceil(seats / 5);
  return Math.ceil(seats / rows);
}

function describeSeatsNote({ status, step }: DebateSnapshot): string {
  if (status === "ended") return "At the end.";
  if (step?.blind === true)
    return "Turns stay sealed from the other participants until all have spoken.";
  return "Newest words of everyone.";
}

function SeatPanel({ seat, timeline: debateTimeline, snapshot }: SeatsProps & { seat: SeatCard }) {
  const turn = findShownTurn(debateTimeline, snapshot, seat.id);
  const live = viewedEventIndex.value === null ? findLiveText(seat.id) : undefined;
  return (
    <article class="seat">
      <h3>
        <SeatMonogram seat={seat} />
        <span class="who">{seat.name}</span>
        <span class="m" title={seat.model}>
          {[seat.stance, seat.isPerson ? "a person" : seat.model].filter(Boolean).join(", ")}
        </span>
      </h3>
      {live === undefined ? (
        <LastTurnText
          turn={turn}
          brief={snapshot.status === "ended" ? summarize(debateTimeline, snapshot, seat.id) : null}
          isBrief={snapshot.status === "ended"}
        />
      ) : (
        <LiveTurnText words={live} />
      )}
      <p class="st">
        {live === undefined ? (
          <SeatState seat={seat} timeline={debateTimeline} snapshot={snapshot} turn={turn} />
        ) : (
          <>
            <span class="dot beat" aria-hidden="true" />
            <span>{describeLiveTurn(live)}</span>
          </>
        )}
      </p>
    </article>
  );
}

/** A try that failed or was sent back is said while the next one is under way, too. */
export function describeLiveTurn({ text, trouble }: LiveTurnState): string {
  const said = `speaking, ${formatPlural(text.length, "character")}`;
  if (trouble === null) return said;
  return text === "" ? trouble : `${trouble}: ${said}`;
}

/** A debate ends with votes on drafts and the like; then the position matters more than the last answer. */
function findShownTurn(
  debateTimeline: DebateTimeline,
  { newest, status }: DebateSnapshot,
  seat: string,
): TimelineTurn | undefined {
  const held =
    status === "ended"
      ? debateTimeline.turns.findLast((turn) => hasHeldPosition(turn, seat))
      : undefined;
  return held ?? newest.get(seat);
}

function hasHeldPosition({ seat, said }: TimelineTurn, of: string): boolean {
  return seat === of && Boolean(said?.position) && (said?.words.length ?? 0) >= MIN_SENTENCE_LENGTH;
}

const MIN_SENTENCE_LENGTH = 20;

function findLiveText(seat: string): LiveTurnState | undefined {
  return [...liveTexts.value.values()].find(({ by }) => by === seat);
}

/** In the words of its protocol, where a protocol knows better than the last turn. */
function summarize(timeline: DebateTimeline, snapshot: DebateSnapshot, seat: string) {
  return getProtocolParts()?.summarizeSeat?.(timeline, snapshot, seat) ?? null;
}

function LastTurnText({
  turn,
  brief,
  isBrief,
}: {
  turn: TimelineTurn | undefined;
  brief: string | null;
  isBrief: boolean;
}) {
  if (brief !== null) {
    return (
      <p class="cut">
        <UntrustedText text={truncateText(brief, MAX_SENTENCE_LENGTH)} refs />
      </p>
    );
  }
  if (turn === undefined) return <p class="empty">Has not spoken yet.</p>;
  const words = turn.said?.words ?? "";
  return (
    <p class="cut">
      {words === "" ? (
        <span class="empty">{turn.absent === null ? "Answered without words." : "No words."}</span>
      ) : (
        <UntrustedText
          text={isBrief ? takeSentence(words) : words.slice(0, MAX_PREVIEW_LENGTH)}
          refs
        />
      )}
    </p>
  );
}

/** The first sentence; the whole turn is a link away. */
function takeSentence(words: string): string {
  const [first = ""] = words.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  return truncateText(first, MAX_SENTENCE_LENGTH);
}

const MAX_SENTENCE_LENGTH = 220;

/** More than the lines shown; all of it is in the transcript. */
const MAX_PREVIEW_LENGTH = 700;

export function LiveTurnText({ words }: { words: LiveTurnState }) {
  const said = extractReadableText(words.text);
  return (
    <p class="cut tail">
      <span>
        <UntrustedText text={said.slice(-MAX_PREVIEW_LENGTH)} />
        <span class="caret" aria-hidden="true" />
      </span>
    </p>
  );
}

interface SeatStateProps extends SeatsProps {
  readonly seat: SeatCard;
  readonly turn: TimelineTurn | undefined;
}

function SeatState({ seat, timeline: debateTimeline, snapshot, turn }: SeatStateProps) {
  const held = snapshot.held.get(seat.id);
  const lane = findLane(debateTimeline, held?.said?.position);
  const link = turn === undefined ? undefined : buildViewAddress("transcript", { turn: turn.key });
  return (
    <>
      {lane !== undefined && <LaneMark lane={lane} small />}
      <span>{describeSeatState({ seat, timeline: debateTimeline, snapshot: snapshot, turn })}</span>
      {link !== undefined && (
        <a class="whole" href={link} aria-label={`${seat.name}, whole turn in the transcript`}>
          whole turn
        </a>
      )}
    </>
  );
}

function describeSeatState({
  seat,
  timeline: debateTimeline,
  snapshot,
  turn,
}: SeatStateProps): string {
  if (snapshot.pending.includes(seat.id)) {
    if (snapshot.status === "paused") return "asked again when the debate goes on";
    return seat.isPerson ? "waits for a person" : "asked, still to answer";
  }
  if (turn === undefined) return "not asked yet";
  if (turn.absent !== null) return `absent: ${describeAbsenceReason(turn.absent.reason)}`;
  const confidence = turn.said?.confidence ?? null;
  const move = debateTimeline.moves.find(({ key }) => key === turn.key);
  const scores = debateTimeline.deciding?.by === "scores";
  return [
    ...(confidence === null ? [] : [scores ? `score ${confidence}` : formatPercent(confidence)]),
    ...(turn.said?.position
      ? [move ? "changed their mind" : turn.before === null ? "first position" : "held"]
      : ["spoke"]),
  ].join(", ");
}
