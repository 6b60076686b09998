/** A chart of objections: one line each, red while it is open; only its author can end it. */
import { useId } from "preact/hooks";

import type { RebuttalChoice, Strength } from "../../../src/domain/objection.ts";
import type { Disposition } from "../../../src/protocols/challenge/reply-values.ts";
import type { ObjectionCard } from "../../../src/protocols/challenge/timeline/objections.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { findSeat } from "../../kit/seat-monogram.tsx";
import { useElementWidth } from "../../kit/use-layout.ts";
import { showSeatName } from "../panel-parts.tsx";

const HEAD = 26;
const LABELS = 138;
/** If there is little room, the words of a round are above and below the line. */
const WIDE = { row: 42, fate: 130, beside: true };
const NARROW = { row: 56, fate: 106, beside: false };
const WEIGHTS: Readonly<Record<Strength, number>> = { strong: 4, moderate: 2.6, minor: 1.4 };

export function Lifelines(props: {
  timeline: DebateTimeline;
  objections: readonly ObjectionCard[];
  rounds: number;
}) {
  const { timeline: debateTimeline, objections, rounds } = props;
  const { ref, width } = useElementWidth<HTMLDivElement>(820);
  const [title, desc] = [useId(), useId()];
  const columns = Math.max(1, rounds);
  const { row, fate, beside } = width < 520 ? NARROW : WIDE;
  const step = Math.min(220, (width - LABELS - fate) / (columns + 0.5));
  const height = HEAD + row * objections.length + 6;
  return (
    <div class="pad" ref={ref}>
      <svg
        class="lifelines"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby={`${title} ${desc}`}
      >
        <title id={title}>Each objection, round by round</title>
        <desc id={desc}>{describeLifelines(debateTimeline, objections)}</desc>
        {Array.from({ length: rounds }, (_, index) => (
          <text key={index} x={columnAt(index + 1, step)} y={14} class="column-name">
            {width < 520 ? index + 1 : `Round ${index + 1}`}
          </text>
        ))}
        {objections.map((objection, index) => (
          <Line
            key={objection.id}
            timeline={debateTimeline}
            objection={objection}
            place={{
              y: HEAD + row * (index + 0.5),
              step,
              beside,
              end: LABELS + step * (columns + 0.5),
            }}
          />
        ))}
      </svg>
      <p class="legend-line small">
        Square: the proponent’s word (A accepted, P in part, R rejected). Circle: its author’s (✓
        withdraws, = maintains, ! says it was missed). Thicker is stronger; red is open.
      </p>
    </div>
  );
}

interface Place {
  readonly y: number;
  readonly step: number;
  readonly beside: boolean;
  readonly end: number;
}

function columnAt(round: number, step: number): number {
  return LABELS + step * (round - 0.25);
}

function Line({
  timeline: debateTimeline,
  objection,
  place,
}: {
  timeline: DebateTimeline;
  objection: ObjectionCard;
  place: Place;
}) {
  const { y, step, beside, end } = place;
  const [aside, above] = beside ? [measureGap(step), 0] : [0, 12];
  const isOver = ["resolved", "lowered"].includes(objection.fate);
  const withdrawn = isOver ? objection.rounds.at(-1) : undefined;
  const stop = withdrawn ? columnAt(withdrawn.round, step) + aside : end;
  const weight = WEIGHTS[objection.strength];
  return (
    <g class={withdrawn ? "lifeline over" : "lifeline"}>
      <text x={0} y={y + 4} class="id">
        {objection.id}
      </text>
      <g transform={`translate(${LABELS - 18} ${y})`}>
        <circle r="13" class="ring" />
        <text y="4" class="sign">
          {findSeat(debateTimeline, objection.seat)?.monogram ?? "?"}
        </text>
      </g>
      <path class="run" d={`M${LABELS - 4} ${y}H${stop}`} stroke-width={weight} />
      {objection.rounds.map(({ round, answer, rebuttal, silent }) => (
        <g key={round}>
          {answer?.disposition && (
            <g
              transform={`translate(${columnAt(round, step) - aside} ${y - above})`}
              class="answer"
            >
              <rect x="-10" y="-10" width="20" height="20" rx="3" />
              <text y="4">{ANSWERS[answer.disposition].sign}</text>
            </g>
          )}
          {(rebuttal?.choice || silent) && (
            <g
              transform={`translate(${columnAt(round, step) + aside} ${y + above})`}
              class={silent ? "author silent" : "author"}
            >
              <circle r="10.5" />
              <text y="4">{rebuttal?.choice ? CHOICES[rebuttal.choice].sign : "–"}</text>
            </g>
          )}
        </g>
      ))}
      <text x={(withdrawn ? stop : end) + 18} y={y + 4} class="ending">
        {FATES[objection.fate]}
      </text>
    </g>
  );
}

/** Half of the way between the two words of a round. */
function measureGap(step: number): number {
  return Math.max(12, Math.min(30, step / 5));
}

function describeLifelines(
  debateTimeline: DebateTimeline,
  objections: readonly ObjectionCard[],
): string {
  return objections
    .map(({ id, seat, strength, fate, rounds }) => {
      const told = rounds.map(({ round, answer, rebuttal }) => {
        const first = answer?.disposition ? ANSWERS[answer.disposition].word : "not answered";
        const second = rebuttal?.choice ? CHOICES[rebuttal.choice].word : "says nothing yet";
        return `round ${round}, ${first}, its author ${second}`;
      });
      const path = told.length === 0 ? "" : `: ${told.join("; ")}`;
      return `${id} by ${showSeatName(debateTimeline, seat)}, ${strength}, ${FATES[fate]}${path}.`;
    })
    .join(" ");
}

// Signs and words for what is done with an objection.

export const ANSWERS: Readonly<Record<Disposition, { sign: string; word: string }>> = {
  ACCEPT: { sign: "A", word: "accepted" },
  PARTIAL: { sign: "P", word: "accepted in part" },
  REJECT: { sign: "R", word: "rejected" },
};

export const CHOICES: Readonly<Record<RebuttalChoice, { sign: string; word: string }>> = {
  ACCEPT: { sign: "✓", word: "withdraws" },
  MAINTAIN: { sign: "=", word: "maintains" },
  ESCALATE: { sign: "!", word: "says it was missed" },
};

export const FATES: Readonly<Record<ObjectionCard["fate"], string>> = {
  open: "open",
  resolved: "withdrawn",
  minor: "minor",
  lowered: "minor rest",
  granted: "granted",
  maintained: "maintained",
  escalated: "stated again",
  unreadable: "could not be read",
};

/** Whether it still stands in the way of agreement. */
export function isStanding({ fate }: Pick<ObjectionCard, "fate">): boolean {
  return !["resolved", "minor", "lowered"].includes(fate);
}
