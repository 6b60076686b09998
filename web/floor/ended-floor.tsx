/**
 * A debate that has ended. What came of it, the strongest dissent, how it came about and a sentence for everyone on the
 * first screen; what a person can do below; everything else in sections that open.
 */
import type { ComponentChildren } from "preact";

import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { listChallengesAt } from "../../src/timeline/snapshot/challenges-at.ts";
import { PersonTaskPanel } from "../act/person-task-panel.tsx";
import { ChallengeMap } from "../challenges/challenge-map.tsx";
import { FateCounts } from "../challenges/fate-words.tsx";
import { memoizeComponent } from "../kit/memoize-component.ts";
import { ProtocolPanels, getProtocolParts } from "../protocols/protocol-parts.tsx";
import { pageKind } from "../state/page-context.ts";
import { ConfidenceCard } from "./confidence.tsx";
import { CostCard } from "./cost.tsx";
import { CruxesCard } from "./cruxes.tsx";
import { DissentCard } from "./dissents.tsx";
import { FloorHead, FloorNotices } from "./floor-head.tsx";
import { OutcomeHead } from "./outcome-head.tsx";
import { PositionChartCard } from "./position-chart.tsx";
import { SeatCardGrid } from "./seat-cards.tsx";
import { TallyCard } from "./tally.tsx";

interface FloorPanelProps {
  readonly timeline: DebateTimeline;
  readonly snapshot: DebateSnapshot;
}

export function EndedFloor({
  shown,
  resting,
}: {
  shown: FloorPanelProps;
  /** The same, once the hand that drags the timeline rests. */
  resting: FloorPanelProps;
}) {
  const OwnPicture = getProtocolParts()?.MainPicture;
  // an objection says itself how it ended, and a chart names its lanes
  const hasNamedLanes = OwnPicture === undefined || shown.timeline.deciding?.by === "withdrawal";
  return (
    <>
      <FloorHead {...shown} hasNamedLanes={hasNamedLanes} />
      <div class="grid ended-grid">
        <div class="col">
          <OutcomeHead {...shown} />
          <div class="col o2">
            {OwnPicture === undefined ? (
              <PositionChartCard {...shown} />
            ) : (
              <OwnPicture {...resting} />
            )}
          </div>
        </div>
        <div class="col seat-list">
          <DissentCard {...shown} />
          <SeatCardGrid {...shown} />
        </div>
      </div>
      {/* a report is read far from the project that it comes from */}
      {pageKind.value === "debate" && (
        <div class="floor-tasks">
          <MemoizedTaskPanel {...resting} />
        </div>
      )}
      <FloorSections shown={shown} resting={resting} hasOwnPicture={OwnPicture !== undefined} />
    </>
  );
}

function FloorSections({
  shown,
  resting,
  hasOwnPicture,
}: {
  shown: FloorPanelProps;
  resting: FloorPanelProps;
  hasOwnPicture: boolean;
}) {
  const challenges = listChallengesAt(resting.timeline, resting.snapshot.at);
  return (
    <div class="floor-sections">
      <FloorSection title="How it was decided">
        {hasOwnPicture && <PositionChartCard {...shown} />}
        <TallyCard {...shown} />
        <MemoizedProtocolPanels {...resting} />
      </FloorSection>
      {challenges.length > 0 && (
        <FloorSection title="Challenges" note={<FateCounts challenges={challenges} />}>
          <MemoizedChallengeMap {...resting} />
        </FloorSection>
      )}
      <FloorSection title="What would change their mind, confidence, cost and how it was run">
        <MemoizedCruxes {...resting} />
        <div class="two">
          <MemoizedConfidence {...resting} />
          <CostCard {...shown} />
        </div>
        <FloorNotices timeline={shown.timeline} />
      </FloorSection>
    </div>
  );
}

function FloorSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <details class="floor-section">
      <summary>
        {title} {note !== undefined && <span class="sub">{note}</span>}
      </summary>
      <div class="col">{children}</div>
    </details>
  );
}

/** Not rendered again while the same event is shown. */
const MemoizedProtocolPanels = memoizeComponent(ProtocolPanels);
const MemoizedChallengeMap = memoizeComponent((shown: FloorPanelProps) => (
  <ChallengeMap {...shown} compact />
));
const MemoizedConfidence = memoizeComponent(ConfidenceCard);
const MemoizedCruxes = memoizeComponent(CruxesCard);
const MemoizedTaskPanel = memoizeComponent((shown: FloorPanelProps) => (
  <div class="o3">
    <PersonTaskPanel {...shown} />
  </div>
));
