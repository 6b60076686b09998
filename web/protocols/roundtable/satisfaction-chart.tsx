/** Satisfaction round by round: a line for each specialist with its own dash and shape, and the target line. */
import { useId, useMemo } from "preact/hooks";

import { describeAbsenceReason } from "../../../src/domain/round.ts";
import type { RoundtableStory } from "../../../src/protocols/roundtable/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { FoldedDataTable } from "../../kit/data-table.tsx";
import { formatNameList } from "../../kit/format-text.ts";
import { useElementWidth } from "../../kit/use-layout.ts";
import { showSeatName } from "../panel-parts.tsx";
import {
  type ChartLine,
  HEIGHT,
  type SatisfactionChart,
  layOutSatisfactionChart,
} from "./satisfaction-chart-layout.ts";

/** As many as tables commonly have; further specialists begin again, and the letters at the end tell. */
const DASHES = ["none", "7 3", "2 3", "9 3 2 3", "14 4", "4 2 1 2", "1 5", "12 3 3 3"];
const VETO = 70;

interface Shown {
  readonly timeline: DebateTimeline;
  readonly told: RoundtableStory;
}

export function Satisfaction({ timeline: debateTimeline, told }: Shown) {
  const { ref, width } = useElementWidth<HTMLDivElement>(820);
  const chart = useMemo(() => layOutSatisfactionChart(told, width), [told, width]);
  if (chart.rounds.length === 0) return null;
  return (
    <Card
      title="Satisfaction"
      note={`0 to 100, about the version on the table; everyone has to reach ${told.target}`}
    >
      <div class="pad" ref={ref}>
        <Picture timeline={debateTimeline} told={told} chart={chart} />
        <p class="legend-line small">
          Each line has its own dash and shape, and its letters at the end: {formatLegend(told)}.
          {told.scores.some(({ counted, stated }) => counted !== stated) &&
            " A hollow red mark is a score that does not count."}
        </p>
      </div>
      <FoldedDataTable
        caption="Satisfaction by round"
        head={["Specialist", ...chart.rounds.map(({ round }) => `Round ${round}`)]}
        rows={told.specialists.map(({ id, name }) => [
          `${name}${told.mandatory.includes(id) ? ", mandatory" : ""}`,
          ...chart.rounds.map(({ round }) => inWords(told, id, round)),
        ])}
      />
    </Card>
  );
}

function formatLegend({ specialists }: RoundtableStory): string {
  return formatNameList(specialists.map(({ monogram, name }) => `${monogram} ${name}`));
}

function inWords({ scores, missing }: RoundtableStory, seat: string, round: number): string {
  const score = scores.find((one) => one.seat === seat && one.round === round);
  if (!score) {
    const gone = missing.find((one) => one.seat === seat && one.round === round);
    return gone ? describeAbsenceReason(gone.reason) : "";
  }
  const accepts = score.accepts ? "would accept" : "would not accept";
  const undone = score.counted === score.stated ? "" : ` (stated ${score.stated})`;
  return `${score.counted}${undone}, ${accepts}`;
}

function Picture({ timeline: debateTimeline, told, chart }: Shown & { chart: SatisfactionChart }) {
  const [title, desc] = [useId(), useId()];
  const { width, left, right, y } = chart;
  const computeX = (round: number): number | undefined =>
    chart.rounds.find((one) => one.round === round)?.x;
  return (
    <svg
      class="satisfaction"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-labelledby={`${title} ${desc}`}
    >
      <title id={title}>Satisfaction of each specialist by round</title>
      <desc id={desc}>{describeChart(debateTimeline, told, chart)}</desc>
      {[0, 50, 100].map((score) => (
        <g key={score} class="level">
          <path d={`M${left} ${y(score)}H${right}`} />
          <text x={left - 7} y={y(score) + 4}>
            {score}
          </text>
        </g>
      ))}
      <Level chart={chart} score={told.target} name={`target ${told.target}`} kind="target" />
      {told.target !== VETO && <Level chart={chart} score={VETO} name="veto < 70" kind="veto" />}
      {chart.rounds.map(({ round, x }) => (
        <text key={round} x={x} y={HEIGHT - 22} class="round-name">
          {width < 520 ? round : `Round ${round}`}
        </text>
      ))}
      {chart.stalls.map((band) => (
        <g key={band.round} class="stall" transform={`translate(${band.x} 0)`}>
          <rect x={-band.width / 2} y={y(100)} width={band.width} height={y(0) - y(100)} />
          {band.isNamed && <text y={HEIGHT - 6}>stalled</text>}
        </g>
      ))}
      {listOffers(told).map((round) => {
        const [from, to] = [computeX(round) ?? right, computeX(round + 1) ?? right];
        return (
          <g key={round} class="offer">
            <path d={`M${(from + to) / 2} ${y(100) - 6}V${y(0)}`} />
            <text x={(from + to) / 2} y={y(100) - 10}>
              compromise
            </text>
          </g>
        );
      })}
      {chart.lines.map((line) => (
        <Line key={line.seat.id} line={line} target={told.target} right={right} />
      ))}
      {chart.lines.map((line) => (
        <Undone key={line.seat.id} line={line} />
      ))}
    </svg>
  );
}

/** The rounds after which the lead wrote compromises. */
function listOffers({ proposals }: RoundtableStory): number[] {
  return proposals.flatMap(({ disagreement, round }) => (disagreement === null ? [] : [round - 1]));
}

function Level(props: { chart: SatisfactionChart; score: number; name: string; kind: string }) {
  const { chart, score, name, kind } = props;
  return (
    <g class={`level ${kind}`}>
      <path d={`M${chart.left} ${chart.y(score)}H${chart.right}`} />
      <text x={chart.left - 7} y={chart.y(score) + 4}>
        {name}
      </text>
    </g>
  );
}

function Line({ line, target, right }: { line: ChartLine; target: number; right: number }) {
  const { points, label, seat, style } = line;
  const last = points.at(-1);
  const path = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
  return (
    <g class="specialist">
      <path class="run" d={path} stroke-dasharray={DASHES[style % DASHES.length]} />
      {points.map(({ x, y, score }) => (
        <g key={score.key} transform={`translate(${x} ${y})`} class="point">
          <Shape style={style} />
        </g>
      ))}
      {label && last && (
        <>
          <path
            class="leader"
            d={`M${last.x + 6} ${last.y}L${right + 4} ${label.y}H${right + 9}`}
          />
          <text x={label.x} y={label.y + 4} class={label.score < target ? "end open" : "end"}>
            {seat.monogram} {label.score}
          </text>
        </>
      )}
    </g>
  );
}

/** Rises that do not count, above everything else. */
function Undone({ line }: { line: ChartLine }) {
  return (
    <g class="undone">
      {line.points.map(({ x, y, statedY, score }) =>
        statedY === null ? null : (
          <g key={score.key}>
            <path d={`M${x} ${y}V${statedY}`} />
            <circle cx={x} cy={statedY} r="5" />
          </g>
        ),
      )}
    </g>
  );
}

function Shape({ style }: { style: number }) {
  switch (style % 6) {
    case 0:
      return <circle r="4.2" />;
    case 1:
      return <rect x="-4" y="-4" width="8" height="8" />;
    case 2:
      return <path d="M0 -5L5 4H-5Z" />;
    case 3:
      return <path d="M0 -5.5L5.5 0L0 5.5L-5.5 0Z" />;
    case 4:
      return <path d="M0 5L5 -4H-5Z" />;
    default:
      return <path d="M-5 -1.6H-1.6V-5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5Z" />;
  }
}

function describeChart(
  debateTimeline: DebateTimeline,
  told: RoundtableStory,
  chart: SatisfactionChart,
): string {
  const lines = chart.lines
    .filter(({ points }) => points.length > 0)
    .map(
      ({ seat, points }) => `${seat.name} ${points.map(({ score }) => score.counted).join(", ")}`,
    );
  const stalls = told.stalls.map(({ round }) => `Stalled in round ${round}.`);
  const offers = listOffers(told).map(
    (round) => `The lead proposed a compromise after round ${round}.`,
  );
  const vetoes = told.vetoes.map(
    ({ seat }) => `${showSeatName(debateTimeline, seat)} is mandatory and below 70 or not heard.`,
  );
  return [
    `The target is ${told.target}. ${lines.join("; ")}.`,
    ...stalls,
    ...offers,
    ...vetoes,
  ].join(" ");
}
