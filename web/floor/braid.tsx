/** The signature picture: who stood where, step by step, and what moved them. */
import { useLayoutEffect, useMemo } from "preact/hooks";

import type { Moment, Story } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { useWidth } from "../kit/use-width.ts";
import { visible } from "../kit/visible.ts";
import { listed, percent, plural } from "../kit/words.ts";
import { isSmall } from "../state/screen.ts";
import { type BraidPicture, braidOf } from "./braid-layout.ts";
import { BraidColumns, BraidLanes, BraidNodes, BraidNotes, BraidThreads } from "./braid-parts.tsx";
import { PositionMatrix, PositionTable } from "./positions-table.tsx";
import { Receipts } from "./receipts.tsx";
import { causeOf, type Column } from "./standing.ts";

const FIRST_WIDTH = 880;

export function Braid({ story, moment }: { story: Story; moment: Moment }) {
  const { ref, width } = useWidth<HTMLDivElement>(FIRST_WIDTH);
  const picture = useMemo(() => braidOf(story, moment, width), [story, moment.at, width]);
  const columns = picture.columns.map(({ column }) => column);
  useNewestInView(ref, picture.columns.findLast(({ column }) => !column.isAhead)?.x ?? 0);
  if (story.lanes.length === 0 || columns.length === 0) return null;
  const scores = story.deciding?.by === "scores";
  return (
    <Card title="How positions moved" class="o1" note={noteOf(columns, scores)}>
      <div
        ref={ref}
        class="pad scroll bsv"
        tabIndex={0}
        role="region"
        aria-label="Positions, as a picture"
      >
        <Picture picture={picture} columns={columns} unit={scores ? "" : "%"} />
      </div>
      <LeftOut {...picture.left} />
      {isSmall.value && (
        <div class="mxw">
          <PositionMatrix story={story} columns={columns} />
        </div>
      )}
      <Receipts story={story} moment={moment} />
      <PositionTable story={story} columns={columns} />
    </Card>
  );
}

function noteOf(columns: readonly Column[], scores: boolean): string {
  const isSure = columns.some(({ stands }) => stands.some(({ confidence }) => confidence !== null));
  const ring = isSure ? `Ring shows ${scores ? "the score" : "stated confidence"}. ` : "";
  return `${ring}Red threads are changes of mind.`;
}

function LeftOut({ before, after }: BraidPicture["left"]) {
  if (before + after === 0) return null;
  const parts = [
    ...(before === 0 ? [] : [plural(before, "step before", "steps before")]),
    ...(after === 0 ? [] : [plural(after, "step after", "steps after")]),
  ];
  return <p class="sub left-out">Not drawn: {listed(parts)}. The timeline leads there.</p>;
}

/** What does not fit is scrolled so that the newest is in view. */
function useNewestInView(ref: { readonly current: HTMLElement | null }, newest: number): void {
  useLayoutEffect(() => {
    const box = ref.current;
    if (box !== null && box.scrollWidth > box.clientWidth)
      box.scrollLeft = newest - box.clientWidth / 2;
  }, [ref, newest]);
}

function Picture(props: { picture: BraidPicture; columns: readonly Column[]; unit: "" | "%" }) {
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
      <desc id="braid-desc">{visible(described(columns))}</desc>
      <BraidLanes picture={picture} />
      <BraidColumns picture={picture} />
      <BraidThreads picture={picture} />
      <BraidNodes picture={picture} unit={unit} />
      <BraidNotes picture={picture} />
    </svg>
  );
}

/** The picture in sentences. */
function described(columns: readonly Column[]): string {
  return columns
    .filter(({ isAhead }) => !isAhead)
    .map(({ step, stands }) => {
      const moved = stands.filter(({ move }) => move !== null);
      const changes = moved.map(
        ({ seat, move }) =>
          move && `${seat.name} moved from ${move.from} to ${move.to}, ${causeOf(move)}`,
      );
      const still = stands
        .filter(({ move, kind }) => move === null && kind === "held")
        .map(({ seat, lane, confidence }) => {
          const sure = confidence === null ? "" : ` ${percent(confidence)}`;
          return `${seat.name} ${lane?.letter ?? ""}${sure}`;
        });
      const waiting = stands.filter(({ kind }) => kind === "pending").length;
      const parts = [
        ...changes,
        ...(still.length === 0 ? [] : [listed(still)]),
        ...(waiting === 0 ? [] : [`${plural(waiting, "seat")} still to answer`]),
      ];
      return `${step.title}: ${parts.join("; ")}.`;
    })
    .join(" ");
}
