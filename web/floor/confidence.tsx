/** How confident each participant said they were, step by step. Stated, not measured, and never added up. */
import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import {
  type ScoreRow,
  type ScoreTable,
  buildScoreTableAt,
} from "../../src/timeline/snapshot/snapshot.ts";
import { Card } from "../kit/card.tsx";
import { FoldedDataTable } from "../kit/data-table.tsx";
import { formatPercent } from "../kit/format-text.ts";
import { findLane, formatHueClass } from "../kit/lane-mark.tsx";

const WIDTH = 184;
const HEIGHT = 34;
const EDGE = 8;

export function ConfidenceCard({
  timeline: debateTimeline,
  snapshot: debateSnapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const { kind, rows, columns } = selectNewestScores(
    buildScoreTableAt(debateTimeline, debateSnapshot.at),
  );
  if (kind !== "confidence" || rows.length === 0 || columns.length < 2) return null;
  return (
    <Card title="Stated confidence" note="0 to 100, by step">
      <div class="pad sparks">
        {rows.map((row) => (
          <ConfidenceSparkline
            key={row.seat.id}
            row={row}
            hue={
              findLane(debateTimeline, debateSnapshot.held.get(row.seat.id)?.said?.position)?.hue
            }
          />
        ))}
      </div>
      <FoldedDataTable
        caption="Stated confidence by step"
        head={["Participant", ...columns.map(({ title }) => title)]}
        rows={rows.map(({ seat, scores }) => [
          seat.name,
          ...scores.map((score) => (score === null ? "" : formatPercent(score))),
        ])}
      />
    </Card>
  );
}

/** Nobody reads a curve of more than these. */
const MAX_CONFIDENCE_COLUMNS = 16;

function selectNewestScores({ rows, columns, ...rest }: ScoreTable): ScoreTable {
  return {
    ...rest,
    columns: columns.slice(-MAX_CONFIDENCE_COLUMNS),
    rows: rows.map(({ seat, scores }) => ({ seat, scores: scores.slice(-MAX_CONFIDENCE_COLUMNS) })),
  };
}

function ConfidenceSparkline({
  row: { seat, scores },
  hue,
}: {
  row: ScoreRow;
  hue: number | undefined;
}) {
  const step = (WIDTH - 2 * EDGE) / Math.max(1, scores.length - 1);
  const points = scores.flatMap((score, index) =>
    score === null
      ? []
      : [{ x: EDGE + index * step, y: EDGE + ((100 - score) / 100) * (HEIGHT - EDGE), score }],
  );
  const last = points.at(-1)?.score ?? 0;
  const said = points.map(({ score }) => score).join(", ");
  return (
    <div class={`spark ${hue === undefined ? "hue-none" : formatHueClass(hue)}`}>
      <span>{seat.name}</span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 4}`} role="img" aria-label={`${seat.name}: ${said}`}>
        <path class="base" d={`M0 ${HEIGHT}H${WIDTH}`} />
        <path
          class="line"
          d={points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("")}
        />
        {points.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r="3" />
        ))}
      </svg>
      <span class="num">{Math.round(last)}</span>
    </div>
  );
}
