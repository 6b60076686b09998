/** An option's mark inside a picture: the same colour, letter and shape as in text. */
import type { PositionLane } from "../../src/timeline/debate-timeline.ts";
import { HUE_COUNT, computeMarkWidth } from "./lane-mark.tsx";

/** Corners in a box of one by one; the first two lanes are a circle and a square. */
const CORNERS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [],
  [
    [0.5, 0],
    [1, 0.38],
    [0.82, 1],
    [0.18, 1],
    [0, 0.38],
  ],
  [
    [0.24, 0],
    [0.76, 0],
    [1, 0.5],
    [0.76, 1],
    [0.24, 1],
    [0, 0.5],
  ],
  [
    [0.5, 0],
    [1, 1],
    [0, 1],
  ],
  [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ],
  [
    [0.3, 0],
    [0.7, 0],
    [1, 0.3],
    [1, 0.7],
    [0.7, 1],
    [0.3, 1],
    [0, 0.7],
    [0, 0.3],
  ],
  [
    [0.18, 0],
    [0.82, 0],
    [1, 1],
    [0, 1],
  ],
];

const HEIGHT = 18;

export function LaneShape({ lane, x, y }: { lane: PositionLane; x: number; y: number }) {
  const width = computeMarkWidth(lane.letter);
  const corners = CORNERS[lane.hue % HUE_COUNT] ?? [];
  const isRound = lane.hue % HUE_COUNT === 0;
  return (
    <g class="shape" transform={`translate(${x} ${y})`}>
      {corners.length === 0 ? (
        <rect width={width} height={HEIGHT} rx={isRound ? HEIGHT / 2 : 3.5} />
      ) : (
        <polygon points={corners.map(([a, b]) => `${a * width},${b * HEIGHT}`).join(" ")} />
      )}
      <text x={width / 2} y={lane.hue % HUE_COUNT === 4 ? 15.5 : 13.2}>
        {lane.letter}
      </text>
    </g>
  );
}
