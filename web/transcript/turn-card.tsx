/** One turn: who spoke, their position and confidence, their words, their claims, and what changed. */
import { describeAbsenceReason } from "../../src/domain/round.ts";
import type {
  DebateTimeline,
  PositionMove,
  SeatCard,
  TimelineTurn,
} from "../../src/timeline/debate-timeline.ts";
import { formatClockTime, formatPercent, formatPlural, truncateText } from "../kit/format-text.ts";
import { MOVE_CLASS_LABELS, PositionLabel } from "../kit/position-label.tsx";
import { SeatMonogram, findSeat } from "../kit/seat-monogram.tsx";
import { ClaimReference, UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { ClaimLine } from "./claim-line.tsx";
import { TurnDetails } from "./turn-details.tsx";

export interface TurnCardProps {
  readonly timeline: DebateTimeline;
  readonly turn: TimelineTurn;
  readonly move: PositionMove | null;
  /** The event shown. */
  readonly at: number;
  readonly isChosen: boolean;
}

export function TurnCard({ timeline: debateTimeline, turn, move, at, isChosen }: TurnCardProps) {
  const seat = findTurnSeat(debateTimeline, turn.seat);
  const listed = turn.claims.filter(({ aside }) => aside !== true);
  const classes = [
    "turn",
    ...(isChosen ? ["chosen"] : []),
    ...(turn.absent ? ["turn-absent"] : []),
  ];
  return (
    <article
      class={classes.join(" ")}
      id={formatTurnElementId(turn.key)}
      tabIndex={-1}
      aria-label={`${seat.name}, event ${turn.at}`}
    >
      <SeatMonogram seat={seat} ring={turn.said?.confidence ?? null} />
      <div class="turn-body">
        <TurnHead timeline={debateTimeline} turn={turn} seat={seat} />
        {turn.absent && (
          <p class="turn-absence">
            {seat.name} {describeAbsenceReason(turn.absent.reason)}.{" "}
            <UntrustedText text={turn.absent.detail} most={400} />
          </p>
        )}
        {move !== null && <TurnMoveReceipt timeline={debateTimeline} turn={turn} move={move} />}
        {turn.said !== null && (
          <p class="turn-words">
            <UntrustedText text={turn.said.words} refs />
          </p>
        )}
        <TurnConditions turn={turn} />
        <UnmetRequirements unmet={turn.unmet} />
        {listed.length > 0 && (
          <ul class="turn-claims" aria-label={`Claims of ${seat.name}`}>
            {listed.map((claim) => (
              <ClaimLine key={claim.id} timeline={debateTimeline} claim={claim} at={at} />
            ))}
          </ul>
        )}
        <TurnDetails timeline={debateTimeline} turn={turn} />
      </div>
    </article>
  );
}

/** Keys contain slashes and a journal's names for its seats. */
export function formatTurnElementId(key: string): string {
  return `turn-${encodeURIComponent(key)}`;
}

function findTurnSeat(debateTimeline: DebateTimeline, id: string): SeatCard {
  const monogram = id.slice(0, 2);
  const unknown = { id, name: id, monogram, role: "", stance: null, model: "", isPerson: false };
  return findSeat(debateTimeline, id) ?? unknown;
}

function TurnHead({
  timeline: debateTimeline,
  turn,
  seat,
}: {
  timeline: DebateTimeline;
  turn: TimelineTurn;
  seat: SeatCard;
}) {
  const held = turn.said?.position ?? null;
  const sure = turn.said?.confidence ?? null;
  const isScore = debateTimeline.deciding?.by === "scores";
  return (
    <header class="turn-head">
      <h3>{showInvisibleCharacters(truncateText(seat.name, 60))}</h3>
      {held !== null && held !== "" && (
        <span class="turn-holds">
          <PositionLabel timeline={debateTimeline} id={held} />
        </span>
      )}
      {sure !== null && (
        <span class="num sub">{isScore ? `${Math.round(sure)} of 100` : formatPercent(sure)}</span>
      )}
      {turn.rejected.length > 0 && (
        <span class="sub">after {formatPlural(turn.rejected.length, "repair")}</span>
      )}
      <a
        class="when-said"
        href={buildViewAddress("floor", { at: String(turn.at) })}
        title="Show the floor at this event"
      >
        {formatClockTime(turn.atMs)}, event {turn.at}
      </a>
    </header>
  );
}

/** A flip and its receipt. */
function TurnMoveReceipt({
  timeline: debateTimeline,
  turn,
  move,
}: {
  timeline: DebateTimeline;
  turn: TimelineTurn;
  move: PositionMove;
}) {
  const { name, meaning } = MOVE_CLASS_LABELS[move.class];
  const named = turn.said?.because ?? [];
  return (
    <p class="flip-note">
      <strong>
        Changed from <PositionLabel timeline={debateTimeline} id={move.from} bare /> to{" "}
        <PositionLabel timeline={debateTimeline} id={move.to} bare />
      </strong>
      , <strong>{name}</strong>
      {move.cause !== null && (
        <>
          {" "}
          by <ClaimReference id={move.cause} />
        </>
      )}{" "}
      <span class="sub" title={meaning}>
        ({showInvisibleCharacters(move.ground)}
        {move.towardMajority ? "; toward what most others held" : ""})
      </span>
      {named.length > 0 && (
        <span class="named">
          {" "}
          It names{" "}
          {named.map((id, index) => (
            <span key={id}>
              {index > 0 && ", "}
              {debateTimeline.claims.has(id) ? (
                <ClaimReference id={id} />
              ) : (
                showInvisibleCharacters(id)
              )}
            </span>
          ))}
          .
        </span>
      )}
    </p>
  );
}

function TurnConditions({ turn: { said } }: { turn: TimelineTurn }) {
  const assumes = said?.assumes ?? [];
  if (!said?.wouldChange && assumes.length === 0) return null;
  return (
    <dl class="turn-conditions">
      {said?.wouldChange && (
        <div>
          <dt>Would change their mind</dt>
          <dd>
            <UntrustedText text={said.wouldChange} most={600} />
          </dd>
        </div>
      )}
      {assumes.length > 0 && (
        <div>
          <dt>Takes for granted</dt>
          <dd>
            <UntrustedText text={assumes.join("; ")} most={600} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function UnmetRequirements({ unmet }: { unmet: readonly string[] }) {
  if (unmet.length === 0) return null;
  return (
    <div class="turn-unmet">
      <p>Did not do what was asked for:</p>
      <ul>
        {unmet.map((duty, index) => (
          <li key={index}>{showInvisibleCharacters(duty)}</li>
        ))}
      </ul>
    </div>
  );
}
