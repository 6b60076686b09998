/** What came of it, as the headline; what was missing is said before it. */
import { opening } from "../../src/domain/event.ts";
import type { Outcome } from "../../src/domain/outcome.ts";
import { firstLines, outcomeWord } from "../../src/reports/words.ts";
import type { DecisionCard, Lane, Moment, Story } from "../../src/timeline/story.ts";
import { LaneMark, laneOf } from "../kit/lane-mark.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { capital, day, plural } from "../kit/words.ts";
import { addressOf } from "../state/route.ts";

export function OutcomeHead({ story, moment }: { story: Story; moment: Moment }) {
  const { outcome } = moment;
  if (outcome === null) return null;
  const decision = moment.decisions.at(-1);
  const dissents = outcome.dissents.length;
  const { participants } = opening(story.events);
  const moved = story.moves.filter(({ at }) => at <= moment.at).length;
  return (
    <section
      class={`outcome ${decision === undefined ? outcome.ending : "settled"}`}
      aria-label="Outcome"
    >
      {firstLines({ outcome, participants, decisions: moment.decisions }).map((line) => (
        <p key={line} class="degraded">
          {visible(line)}
        </p>
      ))}
      {decision !== undefined && <Decided story={story} decision={decision} outcome={outcome} />}
      <div class="verdict-line">
        <p class="word">{visible(outcomeWord(outcome))}</p>
        <Choice story={story} outcome={outcome} isDecided={decision !== undefined} />
      </div>
      <p class="serif summary">
        <Words text={summaryOf(story, outcome)} most={600} />
      </p>
      <ul class="marks">
        <li>{CONFIDENCES[outcome.confidence]}</li>
        <li>
          {outcome.present} of {outcome.expected} voices counted
        </li>
        {moved > 0 && <li>{plural(moved, "change of mind", "changes of mind")}</li>}
        <li>
          <a href={addressOf("record")}>
            {dissents === 0 ? "no dissent" : `${plural(dissents, "dissent")} on record`}
          </a>
        </li>
        {outcome.baseline !== null && outcome.rounds > 1 && (
          <li>
            {outcome.baseline.changed
              ? "the debate changed the first vote"
              : "the first vote stood"}
          </li>
        )}
      </ul>
      {outcome.notes.length > 0 && (
        <ul class="outcome-notes">
          {outcome.notes.map((note) => (
            <li key={note}>
              <Words text={note} most={400} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Without the choice, where it begins with what the headline has just said. */
function summaryOf(story: Story, { summary, choice }: Outcome): string {
  const lane = laneOf(story, choice);
  const said = lane === undefined ? "" : `${lane.id} ${lane.label}, `;
  return said !== "" && summary.startsWith(said) ? capital(summary.slice(said.length)) : summary;
}

const CONFIDENCES: Readonly<Record<Outcome["confidence"], string>> = {
  HIGH: "high confidence",
  MEDIUM: "medium confidence",
  LOW: "low confidence",
  REQUIRES_INPUT: "needs a person's word",
};

function Choice(props: { story: Story; outcome: Outcome; isDecided: boolean }) {
  const { story, outcome, isDecided } = props;
  const lane = laneOf(story, outcome.choice);
  const label =
    lane?.label ??
    outcome.choices?.find(({ id }) => id === outcome.choice)?.label ??
    outcome.choice;
  if (label !== null) return <Named lane={lane} label={label} />;
  return outcome.ending === "open" && !isDecided ? (
    <p class="choice">A person must decide</p>
  ) : null;
}

function Named({ lane, label }: { lane: Lane | undefined; label: string }) {
  return (
    <p class="choice">
      {lane !== undefined && <LaneMark lane={lane} />}
      <Words text={label} most={160} />
    </p>
  );
}

/** A person's word stands over the panel's, and says so. */
function Decided(props: { story: Story; decision: DecisionCard; outcome: Outcome }) {
  const { story, decision, outcome } = props;
  const lane = laneOf(story, decision.choice);
  const label = lane?.label ?? outcome.choices?.find(({ id }) => id === decision.choice)?.label;
  const overrides = outcome.choice !== null && outcome.choice !== decision.choice;
  return (
    <div class="by-person">
      <div class="verdict-line">
        <p class="word">Decided by {decision.by}</p>
        <Named lane={lane} label={label ?? decision.choice} />
      </div>
      <p class="serif summary">
        <Words text={decision.reason} most={600} />
      </p>
      <p class="sub">
        {day(decision.atMs)}
        {overrides && ", against the panel"}
        {decision.blind && ", chosen before the panel’s words were shown"}. The panel said:
      </p>
    </div>
  );
}
