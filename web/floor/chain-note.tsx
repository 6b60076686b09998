/** How many events are shown, and the hash that stands for all of them. */
import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { isChainIntact } from "../state/debate-state.ts";

export function JournalChainNote({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const head = debateTimeline.events[snapshot.at]?.hash ?? "";
  return (
    <p class="chain" title={head}>
      <span class="mono">{snapshot.at + 1}</span> {snapshot.at === 0 ? "event" : "events"}, chain
      head{" "}
      <span class="mono">
        {head.slice(0, 4)}…{head.slice(-4)}
      </span>
      {isChainIntact.value === true && ", hashed again on this page: holds"}
    </p>
  );
}
