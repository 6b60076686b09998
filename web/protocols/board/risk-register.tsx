/** The risk register: likelihood and impact as a grid of nine cells, and in words. */
import { useId } from "preact/hooks";

import { LEVELS } from "../../../src/domain/outcome/level.ts";
import type { RiskCard } from "../../../src/protocols/board/timeline/closing.ts";
import type { BoardStory } from "../../../src/protocols/board/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatNameList } from "../../kit/format-text.ts";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { Grid, showSeatName } from "../panel-parts.tsx";

export function Risks({
  timeline: debateTimeline,
  told,
}: {
  timeline: DebateTimeline;
  told: BoardStory;
}) {
  const risks = told.closing.versions.at(-1)?.risks ?? [];
  if (risks.length === 0) return null;
  return (
    <Card title="Risk register" note="in the words of whoever raised it; the synthesis weighs it">
      <div class="pad register">
        <Picture risks={risks} />
        <Grid
          caption="Risks"
          head={["No.", "Risk", "Likely", "Impact", "Met by", "Raised by"]}
          rows={risks.map((one) => [
            one.number,
            <UntrustedText key="risk" text={one.words} most={400} />,
            one.likelihood ?? "not stated",
            one.impact ?? "not stated",
            <UntrustedText key="mitigation" text={one.mitigation ?? ""} most={400} />,
            formatNameList(one.raisedBy.map((seat) => showSeatName(debateTimeline, seat))),
          ])}
        />
      </div>
    </Card>
  );
}

const FIELD = 46;
const EDGE = 24;

function Picture({ risks }: { risks: readonly RiskCard[] }) {
  const [title, desc] = [useId(), useId()];
  const placed = risks.filter(({ likelihood, impact }) => likelihood !== null && impact !== null);
  const size = EDGE + FIELD * 3 + 2;
  return (
    <svg
      class="risk-map"
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-labelledby={`${title} ${desc}`}
    >
      <title id={title}>Risks by likelihood and impact</title>
      <desc id={desc}>
        {placed
          .map(
            ({ number, likelihood, impact }) =>
              `Risk ${number}: likelihood ${likelihood}, impact ${impact}.`,
          )
          .join(" ")}
      </desc>
      {LEVELS.flatMap((likelihood, row) =>
        LEVELS.map((impact, column) => (
          <g
            key={`${likelihood} ${impact}`}
            transform={`translate(${EDGE + FIELD * column} ${FIELD * (2 - row)})`}
          >
            <rect
              width={FIELD - 2}
              height={FIELD - 2}
              rx="4"
              class={`weight-${(row + 1) * (column + 1)}`}
            />
            <text x={FIELD / 2 - 1} y={FIELD / 2 + 4}>
              {placed
                .filter((one) => one.likelihood === likelihood && one.impact === impact)
                .map(({ number }) => number)
                .join(" ")}
            </text>
          </g>
        )),
      )}
      <text x={EDGE + FIELD * 1.5} y={size - 6} class="axis">
        impact →
      </text>
      <text transform={`translate(14 ${FIELD * 1.5}) rotate(-90)`} class="axis">
        likely →
      </text>
    </svg>
  );
}
