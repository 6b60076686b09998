/** The sign of an option: colour, letter and shape together, so that none of them is needed alone. */
import type { Lane, Story } from "../../src/timeline/story.ts";
import { hueClass } from "./hue.ts";

export { hueClass };

export function LaneMark({ lane, small = false }: { lane: Lane; small?: boolean }) {
  const width = ["", "", " two", " three"][Math.min(3, lane.letter.length)] ?? "";
  return (
    <span
      class={`k ${hueClass(lane.hue)}${width}${small ? " sm" : ""}`}
      role="img"
      aria-label={`${lane.letter}: ${lane.label}`}
      title={lane.label}
    >
      {lane.letter}
    </span>
  );
}

export function laneOf(story: Story, id: string | null | undefined): Lane | undefined {
  return story.lanes.find((lane) => lane.id === id);
}
