/** How far the debate is from a decision: the votes, how many are needed, and how it can still end. */
import type {
  DebateSnapshot,
  DebateTimeline,
  SeatCard,
} from "../../src/timeline/debate-timeline.ts";
import {
  type LaneCount,
  type TallySnapshot,
  buildScoreTableAt,
  computeTallyAt,
} from "../../src/timeline/snapshot/snapshot.ts";
import { Card } from "../kit/card.tsx";
import { formatNameList, formatPlural } from "../kit/format-text.ts";
import { LaneMark, formatHueClass } from "../kit/lane-mark.tsx";
import { SeatMonogram } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";

interface TallyProps {
  readonly timeline: DebateTimeline;
  readonly snapshot: DebateSnapshot;
}

export function TallyCard({ timeline: debateTimeline, snapshot: debateSnapshot }: TallyProps) {
  const tally = computeTallyAt(debateTimeline, debateSnapshot.at);
  const isScored = debateTimeline.deciding?.by === "scores";
  if (!isScored && (tally.cast === 0 || debateTimeline.deciding === null)) return null;
  return (
    <Card
      title={formatTallyTitle(debateTimeline, debateSnapshot)}
      class="o2"
      note={describeTallyThreshold(debateTimeline, tally)}
    >
      <div class="pad">
        {isScored ? (
          <ScoreBars timeline={debateTimeline} snapshot={debateSnapshot} />
        ) : (
          <TallyLaneCounts timeline={debateTimeline} tally={tally} />
        )}
        <AbsentSeatsNote timeline={debateTimeline} tally={tally} />
        {debateSnapshot.endings !== null && (
          <p class="verdict serif">
            <UntrustedText text={debateSnapshot.endings} />
          </p>
        )}
      </div>
    </Card>
  );
}

function formatTallyTitle({ deciding }: DebateTimeline, { status }: DebateSnapshot): string {
  if (status !== "ended") {
    return deciding?.by === "synthesis" ? "Where they stand" : "Toward consensus";
  }
  return deciding?.by === "withdrawal" ? "Where the objections stood" : "Where they stood";
}

function describeTallyThreshold(
  { deciding }: DebateTimeline,
  { needed, cast }: TallySnapshot,
): string {
  switch (deciding?.by) {
    case "scores":
      return `needs ${deciding.target} from everyone`;
    case "withdrawal":
      return "needs every objection withdrawn";
    case "share":
      return needed === null ? "too few voices for agreement" : `needs ${needed} of ${cast}`;
    case "synthesis":
      return "the synthesis chooses";
    case undefined:
      return "";
  }
}

function TallyLaneCounts({
  timeline: debateTimeline,
  tally,
}: {
  timeline: DebateTimeline;
  tally: TallySnapshot;
}) {
  const seats = new Map(debateTimeline.seats.map((seat) => [seat.id, seat]));
  const lanes = tally.lanes.toSorted(
    (a, b) => b.holding.length - a.holding.length || b.maybe.length - a.maybe.length,
  );
  return (
    <ul class="tally">
      {lanes.map((count) => (
        <TallyLaneCount key={count.lane.id} count={count} tally={tally} seats={seats} />
      ))}
    </ul>
  );
}

interface TallyLaneCountProps {
  readonly count: LaneCount;
  readonly tally: TallySnapshot;
  readonly seats: ReadonlyMap<string, SeatCard>;
}

function TallyLaneCount({ count: { lane, holding, maybe }, tally, seats }: TallyLaneCountProps) {
  const canCarry = tally.settled === null || tally.settled === lane.id;
  const sign = (seat: string): string => seats.get(seat)?.monogram ?? "?";
  const free = Math.max(0, tally.cast - holding.length - maybe.length);
  const findName = (seat: string): string => seats.get(seat)?.name ?? seat;
  return (
    <li>
      <LaneMark lane={lane} />
      <span class={`seats ${formatHueClass(lane.hue)}`}>
        <span class="sr">
          {holding.length === 0 ? "nobody" : formatNameList(holding.map(findName))}
          {maybe.length > 0 && `; perhaps ${formatNameList(maybe.map(findName))}`}
        </span>
        {holding.map((seat) => (
          <span key={seat} class="s on" title={findName(seat)} aria-hidden="true">
            {sign(seat)}
          </span>
        ))}
        {maybe.map((seat) => (
          <span
            key={seat}
            class="s maybe"
            title={`${findName(seat)} held this, and is still to speak`}
            aria-hidden="true"
          >
            {sign(seat)}?
          </span>
        ))}
        {Array.from({ length: free }, (_, index) => (
          <span key={index} class="s" aria-hidden="true" />
        ))}
        {tally.needed !== null && canCarry && (
          <span
            class="need"
            aria-hidden="true"
            style={{ insetInlineStart: `calc(${(100 * tally.needed) / tally.cast}% - 1px)` }}
          />
        )}
      </span>
      <span class="num">{holding.length}</span>
    </li>
  );
}

function AbsentSeatsNote({
  timeline: debateTimeline,
  tally: { absent },
}: {
  timeline: DebateTimeline;
  tally: TallySnapshot;
}) {
  if (absent.length === 0) return null;
  const names = debateTimeline.seats
    .filter(({ id }) => absent.includes(id))
    .map(({ name }) => name);
  return (
    <p class="missing">
      Without {formatPlural(absent.length, "voice")}: {formatNameList(names)}.
    </p>
  );
}

/** Where scores decide: the newest of everyone, against what everyone has to reach. */
function ScoreBars({
  timeline: debateTimeline,
  snapshot: debateSnapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const { rows, target } = buildScoreTableAt(debateTimeline, debateSnapshot.at);
  if (rows.length === 0) return <p class="empty">No score was given yet.</p>;
  return (
    <ul class="tally scores">
      {rows.map(({ seat, scores }) => {
        const score = scores.findLast((one) => one !== null) ?? 0;
        const reached = target === null || score >= target;
        return (
          <li key={seat.id}>
            <SeatMonogram seat={seat} />
            <span class={reached ? "gauge reached" : "gauge"}>
              <i style={{ inlineSize: `${Math.min(100, score)}%` }} />
              {target !== null && (
                <span
                  class="need"
                  aria-hidden="true"
                  style={{ insetInlineStart: `calc(${target}% - 1px)` }}
                />
              )}
            </span>
            <span class="num">{score}</span>
          </li>
        );
      })}
    </ul>
  );
}
