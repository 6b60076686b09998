/** A seat's position: the mark of its lane and its label. */
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { truncateText } from "./format-text.ts";
import { LaneMark, findLane } from "./lane-mark.tsx";
import { showInvisibleCharacters } from "./visible-text.ts";

export function PositionLabel({
  timeline: debateTimeline,
  id,
  bare = false,
}: {
  timeline: DebateTimeline;
  id: string;
  bare?: boolean;
}) {
  const lane = findLane(debateTimeline, id);
  if (lane === undefined)
    return <span class="position-mark">{showInvisibleCharacters(truncateText(id, 80))}</span>;
  return (
    <span class="position-mark">
      <LaneMark lane={lane} small />
      {!bare && <span dir="auto">{showInvisibleCharacters(truncateText(lane.label, 80))}</span>}
    </span>
  );
}
