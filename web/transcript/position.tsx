/** What a seat holds: the sign of its lane and the words for it. */
import type { Story } from "../../src/timeline/story.ts";
import { LaneMark, laneOf } from "../kit/lane-mark.tsx";
import { visible } from "../kit/visible.ts";
import { cut } from "../kit/words.ts";

export function Position({
  story,
  id,
  bare = false,
}: {
  story: Story;
  id: string;
  bare?: boolean;
}) {
  const lane = laneOf(story, id);
  if (lane === undefined) return <span class="position-mark">{visible(cut(id, 80))}</span>;
  return (
    <span class="position-mark">
      <LaneMark lane={lane} small />
      {!bare && <span dir="auto">{visible(cut(lane.label, 80))}</span>}
    </span>
  );
}
