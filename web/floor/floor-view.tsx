/**
 * One screen that answers: where is it going, who changed their mind and why, what is open, what does it cost, can I
 * end it.
 */
import type { ComponentChildren } from "preact";

import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { listChallengesAt, listChangeConditions } from "../../src/timeline/snapshot/snapshot.ts";
import { PersonTaskPanel } from "../act/person-task-panel.tsx";
import { ChallengeMap } from "../challenges/challenge-map.tsx";
import { formatFateCounts } from "../challenges/fate-words.ts";
import { Card } from "../kit/card.tsx";
import { memoizeComponent } from "../kit/memoize-component.ts";
import { SeatMonogram } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { ProtocolPanels } from "../protocols/protocol-parts.tsx";
import { debateTimeline, settledSnapshot, shownSnapshot } from "../state/debate-state.ts";
import { ConfidenceCard } from "./confidence.tsx";
import { CostCard } from "./cost.tsx";
import { DraftRecordCard } from "./draft-record.tsx";
import { FloorHead } from "./floor-head.tsx";
import { OutcomeHead } from "./outcome-head.tsx";
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
      <OutcomeHead {...shown} />
      <div class="grid">
        <div class="col">
          <PositionChartCard {...shown} />
          <SeatCardGrid {...shown} />
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
          <DraftRecordCard {...shown} />
        </div>
      </div>
    </>
  );
}

/** What came of it on the first screen; how it came about in sections that open. */
function EndedFloor({ shown, resting }: { shown: FloorPanelProps; resting: FloorPanelProps }) {
  const challenges = listChallengesAt(resting.timeline, resting.snapshot.at);
  return (
    <>
      <FloorHead {...shown} />
      <OutcomeHead {...shown} />
      <div class="grid">
        <div class="col">
          <PositionChartCard {...shown} />
          <SeatCardGrid {...shown} />
        </div>
        <div class="col">
          <DraftRecordCard {...shown} />
          <MemoizedTaskPanel {...resting} />
        </div>
      </div>
      <div class="floor-sections">
        <FloorSection title="How it was decided">
          <TallyCard {...shown} />
          <MemoizedProtocolPanels {...resting} />
        </FloorSection>
        {challenges.length > 0 && (
          <FloorSection title="Challenges" note={formatFateCounts(challenges)}>
            <MemoizedChallengeMap {...resting} />
          </FloorSection>
        )}
        <FloorSection title="What would change their mind, confidence and cost">
          <MemoizedCruxes {...resting} />
          <div class="two">
            <MemoizedConfidence {...resting} />
            <CostCard {...shown} />
          </div>
        </FloorSection>
      </div>
    </>
  );
}

function FloorSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
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

/** What each of them said would change its mind: the list of things worth finding out. */

const MAX_CRUXES = 4;

function CruxesCard({
  timeline: story,
  snapshot: debateSnapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const given = listChangeConditions(story, debateSnapshot.at);
  if (given.length === 0) return null;
  const moved = new Map(
    story.moves.filter(({ at }) => at <= debateSnapshot.at).map((move) => [move.seat, move]),
  );
  const lines = given.map(({ seat, words, turn }) => {
    const since = (moved.get(seat.id)?.at ?? -1) > turn.at;
    return (
      <li key={seat.id}>
        <SeatMonogram seat={seat} />
        <span>
          <UntrustedText text={words} most={260} />
          {since && <small>Said before they changed their mind.</small>}
        </span>
      </li>
    );
  });
  return (
    <Card title="What would change their mind" class="o5">
      <div class="pad">
        <ul class="crux">{lines.slice(0, MAX_CRUXES)}</ul>
        {lines.length > MAX_CRUXES && (
          <details class="rest">
            <summary>{lines.length - MAX_CRUXES} more</summary>
            <ul class="crux">{lines.slice(MAX_CRUXES)}</ul>
          </details>
        )}
      </div>
    </Card>
  );
}
