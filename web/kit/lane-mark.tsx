/** An option's mark: colour, letter and shape together, so that no reader depends on one of them. */
import type { DebateTimeline, PositionLane } from "../../src/timeline/debate-timeline.ts";

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

// Colours and shapes of lanes. Red is not among them: it means a change, or something open.

/** As many as the style sheet has; more lanes begin again, and their letters tell them apart. */
export const HUE_COUNT = 8;

/** Sets `--hue` (ink) and `--tint` (ground), and the shape of a mark. */
export function formatHueClass(hue: number): string {
  return `hue-${((hue % HUE_COUNT) + HUE_COUNT) % HUE_COUNT}`;
}

/** The class of a position's lane; of one that has none, the class without colour. */
export function formatPositionHue(debateTimeline: DebateTimeline, position: string): string {
  const lane = findLane(debateTimeline, position);
  return lane ? formatHueClass(lane.hue) : "hue-none";
}

/** Of a small mark, by its letters. */
export function computeMarkWidth(letter: string): number {
  return [18, 18, 25, 31][Math.min(3, letter.length)] ?? 18;
}
