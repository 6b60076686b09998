/** An option's mark: colour, letter and shape together, so that no reader depends on one of them. */
import type { PositionLane, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { formatHueClass } from "./lane-hue.ts";

export { formatHueClass };

export function LaneMark({ lane, small = false }: { lane: PositionLane; small?: boolean }) {
  const width = ["", "", " two", " three"][Math.min(3, lane.letter.length)] ?? "";
  return (
    <span
      class={`k ${formatHueClass(lane.hue)}${width}${small ? " sm" : ""}`}
      role="img"
      aria-label={`${lane.letter}: ${lane.label}`}
      title={lane.label}
    >
      {lane.letter}
    </span>
  );
}

export function findLane(
  debateTimeline: DebateTimeline,
  id: string | null | undefined,
): PositionLane | undefined {
  return debateTimeline.lanes.find((lane) => lane.id === id);
}
