import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
/** Where scores decide: the newest of everyone, against what everyone has to reach. */
import { buildScoreTableAt } from "../../src/timeline/snapshot.ts";
import { SeatMonogram } from "../kit/seat-monogram.tsx";

export function ScoreBars({ story, moment }: { story: DebateTimeline; moment: DebateSnapshot }) {
  const { rows, target } = buildScoreTableAt(story, moment.at);
  if (rows.length === 0) return <p class="empty">No score was given yet.</p>;
  return (
    <ul class="tally scores">
      {rows.map(({ seat, scores }) => {
        const score = scores.findLast((one) => one !== null) ?? 0;
        const reached = target === null || score >= target;
        return (
          <li key={seat.id}>
            <SeatMonogram seat={seat} />
            <span class={reached ? "gauge reached" : "gauge"}>
              <i style={{ inlineSize: `${Math.min(100, score)}%` }} />
              {target !== null && (
                <span
                  class="need"
                  aria-hidden="true"
                  style={{ insetInlineStart: `calc(${target}% - 1px)` }}
                />
              )}
            </span>
            <span class="num">{score}</span>
          </li>
        );
      })}
    </ul>
  );
}
