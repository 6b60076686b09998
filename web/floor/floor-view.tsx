/**
 * One screen that answers: where is it going, who changed their mind and why, what is open, what does it cost, can I
 * end it.
 */
import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { PersonTaskPanel } from "../act/person-task-panel.tsx";
import { ChallengeMap } from "../challenges/challenge-map.tsx";
import { memoizeComponent } from "../kit/memoize-component.ts";
import { ProtocolPanels } from "../protocols/protocol-parts.tsx";
import { debateTimeline, settledSnapshot, shownSnapshot } from "../state/debate-state.ts";
import { ConfidenceCard } from "./confidence.tsx";
import { CostCard } from "./cost.tsx";
import { CruxesCard } from "./cruxes.tsx";
import { EndedFloor } from "./ended-floor.tsx";
import { FloorHead } from "./floor-head.tsx";
import { PositionChartCard } from "./position-chart.tsx";
import { SeatCardGrid } from "./seat-cards.tsx";
import { TallyCard } from "./tally.tsx";

export function FloorView() {
  const told = debateTimeline.value;
  const now = shownSnapshot.value;
  if (told === null || now === null) return null;
  const shown = { timeline: told, snapshot: now };
  const resting = { timeline: told, snapshot: settledSnapshot.value ?? now };
  if (now.status === "ended") return <EndedFloor shown={shown} resting={resting} />;
  return (
    <>
      <FloorHead {...shown} />
      <div class="grid">
        <div class="col">
          {/* who is speaking is seen from the first second */}
          <SeatCardGrid {...shown} />
          <PositionChartCard {...shown} />
          <div class="o4 col">
            <MemoizedProtocolPanels {...resting} />
          </div>
          <div class="o6">
            <MemoizedChallengeMap {...resting} />
          </div>
          <div class="two o7">
            <MemoizedConfidence {...resting} />
            <CostCard {...shown} />
          </div>
        </div>
        <div class="col">
          {/* first, so that nothing moves under a hand that is about to press */}
          <MemoizedTaskPanel {...resting} />
          <TallyCard {...shown} />
          <MemoizedCruxes {...resting} />
          <div class="o8 bare"></div>
        </div>
      </div>
    </>
  );
}

interface FloorPanelProps {
  readonly timeline: DebateTimeline;
  readonly snapshot: DebateSnapshot;
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
