/** A seat's position: the mark of its lane and its label. */
import type { FlipClass } from "../../src/audit/measures/position-flips.ts";
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

// Classes of changes of mind, in words.

export const MOVE_CLASS_LABELS: Readonly<
  Record<FlipClass, { readonly name: string; readonly meaning: string }>
> = {
  persuaded: {
    name: "persuaded",
    meaning: "by another's claim that was new to it, bears on it and has a quote that verifies",
  },
  "reasoned-unverified": {
    name: "reasoned, not quoted",
    meaning: "by another's claim that bears on it, with no quote that verifies",
  },
  "self-corrected": {
    name: "corrected itself",
    meaning: "by its own new claim, with a quote that verifies",
  },
  capitulated: {
    name: "unexplained",
    meaning: "nothing it names supports the change",
  },
};
