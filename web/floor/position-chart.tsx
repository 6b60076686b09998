/** The position chart: who supported what, step by step, and what changed their minds. */
import { useLayoutEffect, useMemo, useState } from "preact/hooks";

import type {
  DebateSnapshot,
  DebateTimeline,
  PositionMove,
} from "../../src/timeline/debate-timeline.ts";
import { tellAsThen } from "../../src/timeline/earlier-told.ts";
import { Card } from "../kit/card.tsx";
import { formatNameList, formatPercent, formatPlural } from "../kit/format-text.ts";
import { LaneMark, findLane } from "../kit/lane-mark.tsx";
import { SeatMonogram, findSeat } from "../kit/seat-monogram.tsx";
import { ClaimReference, UntrustedText } from "../kit/untrusted-text.tsx";
import { useElementWidth, useMediaQuery } from "../kit/use-layout.ts";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { type PositionChartLayout, computePositionChart } from "./position-chart-layout.ts";
import {
  ChartColumnHeads,
  ChartLaneBands,
  ChartNodeMarks,
  ChartNoteLabels,
  ChartThreadLines,
} from "./position-chart-parts.tsx";
import { type PositionColumn, describeMoveCause } from "./position-columns.ts";
import { PositionMatrix, PositionTable } from "./positions-table.tsx";

const INITIAL_CHART_WIDTH = 880;

export function PositionChartCard({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const { ref, width } = useElementWidth<HTMLDivElement>(INITIAL_CHART_WIDTH);
  // pictures give way to tables
  const isSmallScreen = useMediaQuery("(max-width: 640px)");
  const picture = useMemo(
    () => computePositionChart(debateTimeline, snapshot, width),
    [debateTimeline, snapshot.at, width],
  );
  const columns = picture.columns.map(({ column }) => column);
  useScrollToNewest(ref, picture.columns.findLast(({ column }) => !column.isAhead)?.x ?? 0);
  if (debateTimeline.lanes.length === 0 || columns.length === 0) return null;
  const scores = debateTimeline.deciding?.by === "scores";
  return (
    <Card title="How positions moved" class="o1" note={describeChartLegend(columns, scores)}>
      <div
        ref={ref}
        class="pad scroll bsv"
        tabIndex={0}
        role="region"
        aria-label="Positions, as a picture"
      >
        <PositionChartPicture picture={picture} columns={columns} unit={scores ? "" : "%"} />
      </div>
      <HiddenColumnsNote {...picture.left} />
      {isSmallScreen && (
        <div class="mxw">
          <PositionMatrix timeline={debateTimeline} columns={columns} />
        </div>
      )}
      <MoveReceipts timeline={debateTimeline} snapshot={snapshot} />
      <PositionTable timeline={debateTimeline} columns={columns} />
    </Card>
  );
}

function describeChartLegend(columns: readonly PositionColumn[], scores: boolean): string {
  const isSure = columns.some(({ stands }) => stands.some(({ confidence }) => confidence !== null));
  const ring = isSure ? `Ring shows ${scores ? "the score" : "stated confidence"}. ` : "";
  return `${ring}Red threads are changes of mind.`;
}

function HiddenColumnsNote({ before, after }: PositionChartLayout["left"]) {
  if (before + after === 0) return null;
  const parts = [
    ...(before === 0 ? [] : [formatPlural(before, "step before", "steps before")]),
    ...(after === 0 ? [] : [formatPlural(after, "step after", "steps after")]),
  ];
  return <p class="sub left-out">Not drawn: {formatNameList(parts)}. The timeline leads there.</p>;
}

/** What does not fit is scrolled so that the newest is in view. */
function useScrollToNewest(ref: { readonly current: HTMLElement | null }, newest: number): void {
  useLayoutEffect(() => {
    const box = ref.current;
    if (box !== null && box.scrollWidth > box.clientWidth)
      box.scrollLeft = newest - box.clientWidth / 2;
  }, [ref, newest]);
}

function PositionChartPicture(props: {
  picture: PositionChartLayout;
  columns: readonly PositionColumn[];
  unit: "" | "%";
}) {
  const { picture, columns, unit } = props;
  return (
    <svg
      class="braid"
      width={picture.width}
      height={picture.height}
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      role="img"
      aria-labelledby="braid-title braid-desc"
    >
      <title id="braid-title">Position of each participant by step</title>
      <desc id="braid-desc">{showInvisibleCharacters(describePositionChart(columns))}</desc>
      <ChartLaneBands picture={picture} />
      <ChartColumnHeads picture={picture} />
      <ChartThreadLines picture={picture} />
      <ChartNodeMarks picture={picture} unit={unit} />
      <ChartNoteLabels picture={picture} />
    </svg>
  );
}

/** The picture in sentences. */
function describePositionChart(columns: readonly PositionColumn[]): string {
  return columns
    .filter(({ isAhead }) => !isAhead)
    .map(({ step, stands }) => {
      const moved = stands.filter(({ move }) => move !== null);
      const changes = moved.map(
        ({ seat, move }) =>
          move && `${seat.name} moved from ${move.from} to ${move.to}, ${describeMoveCause(move)}`,
      );
      const still = stands
        .filter(({ move, kind }) => move === null && kind === "held")
        .map(({ seat, lane, confidence }) => {
          const sure = confidence === null ? "" : ` ${formatPercent(confidence)}`;
          return `${seat.name} ${lane?.letter ?? ""}${sure}`;
        });
      const waiting = stands.filter(({ kind }) => kind === "pending").length;
      const parts = [
        ...changes,
        ...(still.length === 0 ? [] : [formatNameList(still)]),
        ...(waiting === 0 ? [] : [`${formatPlural(waiting, "seat")} still to answer`]),
      ];
      return `${step.title}: ${parts.join("; ")}.`;
    })
    .join(" ");
}

// Every change of mind with what it rested on. A change without a cause is shown as one.

const MAX_SHOWN_MOVES = 4;

function MoveReceipts({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const [whole, setWhole] = useState(false);
  const moves = debateTimeline.moves
    .filter(({ at }) => at <= snapshot.at)
    .map((move) => tellAsThen(move, snapshot.at));
  if (moves.length === 0) return null;
  const earlier = moves.length - MAX_SHOWN_MOVES;
  return (
    <div class="receipts">
      {earlier > 0 && (
        <button type="button" class="more" onClick={() => setWhole(!whole)}>
          {whole
            ? "Show the newest changes of mind only"
            : `Show ${formatPlural(earlier, "earlier change of mind", "earlier changes of mind")}`}
        </button>
      )}
      <ul aria-label="Changes of mind">
        {(whole ? moves : moves.slice(-MAX_SHOWN_MOVES)).map((move) => (
          <MoveReceipt key={move.key} timeline={debateTimeline} move={move} />
        ))}
      </ul>
    </div>
  );
}

function MoveReceipt({
  timeline: debateTimeline,
  move,
}: {
  timeline: DebateTimeline;
  move: PositionMove;
}) {
  const seat = findSeat(debateTimeline, move.seat);
  const [from, to] = [findLane(debateTimeline, move.from), findLane(debateTimeline, move.to)];
  const cause = move.cause === null ? undefined : debateTimeline.claims.get(move.cause);
  return (
    <li>
      {seat !== undefined && <SeatMonogram seat={seat} />}
      <span class="way">
        {from === undefined ? move.from : <LaneMark lane={from} small />}
        <span aria-label="to"> → </span>
        {to === undefined ? move.to : <LaneMark lane={to} small />}
      </span>
      <span class="why">
        {move.cause === null ? (
          <strong class="open">Unexplained: {showInvisibleCharacters(move.ground)}.</strong>
        ) : (
          <>
            <span class="sub">{MOVE_CLASS_PHRASES[move.class]} </span>
            <ClaimReference id={move.cause} />{" "}
            {cause !== undefined && <UntrustedText text={cause.claim.text} most={220} />}
          </>
        )}
      </span>
    </li>
  );
}

const MOVE_CLASS_PHRASES: Readonly<Record<PositionMove["class"], string>> = {
  persuaded: "persuaded by",
  "reasoned-unverified": "reasoned from, without proof,",
  "self-corrected": "corrected itself by",
  capitulated: "gave in to",
};
