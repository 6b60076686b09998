/** One screen that answers: where is it going, who moved and why, what is open, what does it cost, can I end it. */
import type { Moment, Story } from "../../src/timeline/story.ts";
import { ActPanel } from "../act/act-panel.tsx";
import { ChallengeMap } from "../challenges/challenge-map.tsx";
import { memo } from "../kit/memo.ts";
import { RulesPanels } from "../protocols/panels.tsx";
import { moment, restingMoment, story } from "../state/debate.ts";
import { Braid } from "./braid.tsx";
import { Confidence } from "./confidence.tsx";
import { Cost } from "./cost.tsx";
import { Cruxes } from "./cruxes.tsx";
import { DraftRecord } from "./draft-record.tsx";
import { FloorHead } from "./floor-head.tsx";
import { OutcomeHead } from "./outcome-head.tsx";
import { Seats } from "./seats.tsx";
import { Tally } from "./tally.tsx";

export function FloorView() {
  const told = story.value;
  const now = moment.value;
  if (told === null || now === null) return null;
  const shown = { story: told, moment: now };
  const resting = { story: told, moment: restingMoment.value ?? now };
  return (
    <>
      <FloorHead {...shown} />
      <OutcomeHead {...shown} />
      <div class="grid">
        <div class="col">
          <Braid {...shown} />
          {now.status !== "ended" && <Seats {...shown} />}
          <div class="o4 col">
            <Rules {...resting} />
          </div>
          {now.status === "ended" && <Seats {...shown} />}
          <div class="o6">
            <Challenges {...resting} />
          </div>
          <div class="two o7">
            <Sure {...resting} />
            <Cost {...shown} />
          </div>
        </div>
        <div class="col">
          {/* first, so that nothing moves under a hand that is about to press */}
          <Act {...resting} />
          <Tally {...shown} />
          <Changes {...resting} />
          <DraftRecord {...shown} />
        </div>
      </div>
    </>
  );
}

interface Shown {
  readonly story: Story;
  readonly moment: Moment;
}

/** Not drawn again while the same moment rests. */
const Rules = memo(RulesPanels);
const Challenges = memo((shown: Shown) => <ChallengeMap {...shown} compact />);
const Sure = memo(Confidence);
const Changes = memo(Cruxes);
const Act = memo((shown: Shown) => (
  <div class="o3">
    <ActPanel {...shown} />
  </div>
));
