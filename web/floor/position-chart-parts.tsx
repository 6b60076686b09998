/** Lanes, columns, threads, nodes and notes of the position chart, as SVG. */
import type { PositionLane } from "../../src/timeline/debate-timeline.ts";
import { truncateText } from "../kit/format-text.ts";
import { computeMarkWidth, formatHueClass } from "../kit/lane-mark.tsx";
import { LaneShape } from "../kit/lane-shape.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import {
  CHART_HEAD_HEIGHT,
  type ChartNode,
  NODE_RADIUS,
  type PositionChartLayout,
  formatNodeState,
} from "./position-chart-layout.ts";
import { NOTE_HEIGHT } from "./position-chart-notes.ts";
import { type PositionColumn, splitStepTitle } from "./position-columns.ts";

interface ChartPartProps {
  readonly picture: PositionChartLayout;
}

export function ChartLaneBands({
  picture: { lanes, width, outside, laneLetters },
}: ChartPartProps) {
  return (
    <g>
      {lanes.map(({ lane, y, height }) => (
        <g key={lane.id} class={`lane ${formatHueClass(lane.hue)}`}>
          <title>{lane.label}</title>
          <rect x="0" y={y} width={width} height={height} rx="6" />
          <LaneShape lane={lane} x={12} y={y + 8} />
          <ChartLaneName lane={lane} letters={laneLetters} y={y} small={height < 40} />
        </g>
      ))}
      {outside !== null && (
        <g class="lane hue-none">
          <rect x="0" y={outside.y} width={width} height={outside.height} rx="6" />
          <text x="14" y={outside.y + 29}>
            No position yet
          </text>
        </g>
      )}
    </g>
  );
}

/** On two lines where it has the room. */
function ChartLaneName(props: { lane: PositionLane; letters: number; y: number; small: boolean }) {
  const { lane, letters, y, small } = props;
  const lines = small ? [truncateText(lane.label, letters * 3)] : wrapLaneName(lane.label, letters);
  return (
    <text class="lane-name">
      {lines.map((line, index) => (
        <tspan key={index} x={20 + computeMarkWidth(lane.letter)} y={y + 22 + index * 16}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

function wrapLaneName(name: string, letters: number): string[] {
  const words = name.trim().split(/\s+/);
  let first = words.shift() ?? "";
  while (words[0] !== undefined && first.length + words[0].length < letters) {
    first = `${first} ${words.shift() ?? ""}`;
  }
  return [
    truncateText(first, letters),
    ...(words.length === 0 ? [] : [truncateText(words.join(" "), letters)]),
  ];
}

export function ChartColumnHeads({ picture: { columns, lanes, outside, roomy } }: ChartPartProps) {
  const bottom = outside ?? lanes.at(-1);
  return (
    <g>
      {columns.map(({ column, x, letters }) => {
        const [first, second] = formatColumnHeading(column, letters, roomy);
        return (
          <g key={column.step.step} class={column.isAhead ? "column ahead" : "column"}>
            <title>{column.step.title}</title>
            <path
              d={`M${x} ${CHART_HEAD_HEIGHT}V${bottom === undefined ? CHART_HEAD_HEIGHT : bottom.y + bottom.height}`}
            />
            <text x={x} y="17" class={roomy ? "nm" : "nm tight"}>
              {first}
            </text>
            <text x={x} y="34" class={roomy ? "of" : "of tight"}>
              {second}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** If columns are close together, the second line continues the first, unless there is more to say. */
function formatColumnHeading(
  column: PositionColumn,
  letters: number,
  roomy: boolean,
): readonly [string, string] {
  const { step, isOpen } = column;
  const [head, rest] = splitStepTitle(step.title);
  const state = step.blind
    ? `sealed, ${isOpen ? "in progress" : "independent"}`
    : isOpen
      ? "in progress"
      : step.inherited
        ? "taken over"
        : "";
  if (roomy)
    return [truncateText(head, letters), truncateText(state === "" ? rest : state, letters + 2)];
  const [first = "", second = ""] = wrapLaneName(head, letters);
  return [first, step.blind ? "sealed" : second];
}

export function ChartThreadLines({ picture: { threads } }: ChartPartProps) {
  const order = { pending: 0, held: 1, crossing: 2 };
  return (
    <g>
      {threads
        .toSorted((a, b) => order[a.kind] - order[b.kind])
        .map(({ from, to, kind, path }) => (
          <path
            key={`${to.stand.seat.id} ${from.column} ${to.column}`}
            class={`thread ${kind}`}
            d={path}
          />
        ))}
    </g>
  );
}

export function ChartNodeMarks({ picture, unit }: ChartPartProps & { unit: "" | "%" }) {
  const { nodes, columns } = picture;
  const newest = columns.findLastIndex(({ column }) => column.stands.length > 0);
  return (
    <g>
      {nodes.map((node) => (
        <g
          key={`${node.stand.seat.id} ${node.column}`}
          class={node.stand.lane === null ? "hue-none" : formatHueClass(node.stand.lane.hue)}
        >
          <NodeMark node={node} />
          <NodeLabel
            node={node}
            unit={unit}
            side={node.column === newest && newest > 0 ? "end" : node.column === 0 ? "start" : "in"}
            picture={picture}
          />
        </g>
      ))}
    </g>
  );
}

function NodeMark({ node: { stand, x, y } }: { node: ChartNode }) {
  const { seat, kind, confidence } = stand;
  return (
    <g class={`nd ${kind}`} transform={`translate(${x} ${y})`}>
      <title>{formatNodeTitle(stand)}</title>
      <circle class="ground" r={NODE_RADIUS + 5} />
      <circle class="disc" r={NODE_RADIUS} />
      {confidence !== null && kind === "held" && (
        <circle
          class="ring"
          r={NODE_RADIUS + 3.5}
          pathLength="100"
          stroke-dasharray={`${Math.max(0, Math.min(100, confidence))} 100`}
          transform="rotate(-90)"
        />
      )}
      <text y="4">{seat.monogram}</text>
    </g>
  );
}

function formatNodeTitle({ seat, lane, kind, confidence }: ChartNode["stand"]): string {
  if (kind === "pending") return `${seat.name}, still to answer`;
  if (kind === "absent") return `${seat.name}, absent`;
  return `${seat.name}: ${lane?.label ?? "no position"}${confidence === null ? "" : `, ${confidence}%`}`;
}

interface NodeLabelProps {
  readonly node: ChartNode;
  readonly unit: "" | "%";
  readonly side: "start" | "in" | "end";
  readonly picture: PositionChartLayout;
}

/** Names are at both ends of a thread, numbers beside every node that has room for them. */
function NodeLabel({ node: { stand, x, y }, unit, side, picture }: NodeLabelProps) {
  const { seat, kind, lane } = stand;
  // seats without a lane are in a row
  if (lane === null) return null;
  const state = formatNodeState(stand, unit, picture.isMany);
  if (side === "in") {
    if (!picture.roomy || kind !== "held" || state === "") return null;
    return (
      <text class="halo" x={x + 23} y={y - 9}>
        {state}
      </text>
    );
  }
  const isStart = side === "start";
  return (
    <text
      class="halo"
      x={isStart ? x - 25 : x + 25}
      y={y + 4.5}
      text-anchor={isStart ? "end" : "start"}
    >
      <tspan class="nm">{truncateText(seat.name, picture.nameLetters)}</tspan> {state}
    </text>
  );
}

export function ChartNoteLabels({ picture: { notes } }: ChartPartProps) {
  return (
    <g>
      {notes.map(({ thread, lead, rest, x, y, width }) => (
        <g
          key={`${thread.to.stand.seat.id} ${thread.to.column}`}
          class="note"
          transform={`translate(${x} ${y})`}
        >
          <title>
            {thread.to.stand.seat.name}:{" "}
            {showInvisibleCharacters(thread.to.stand.move?.ground ?? "")}
          </title>
          <rect
            x={-width / 2}
            y={-NOTE_HEIGHT / 2}
            width={width}
            height={NOTE_HEIGHT}
            rx={NOTE_HEIGHT / 2}
          />
          <text y="4">
            <tspan class="w">{lead}</tspan>
            {rest !== "" && ` ${rest}`}
          </text>
        </g>
      ))}
    </g>
  );
}
