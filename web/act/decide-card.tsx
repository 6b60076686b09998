/** The person's decision beside the panel's outcome, which stays as it was. */
import { useState } from "preact/hooks";

import type { Outcome } from "../../src/domain/outcome.ts";
import type { DecisionCard, Story } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { laneOf, LaneMark } from "../kit/lane-mark.tsx";
import { Words } from "../kit/said.tsx";
import { clock, day } from "../kit/words.ts";
import { canDecide, post } from "../state/api.ts";
import { lockedFor, type LockedChoice, unlock } from "./blind.ts";
import { besidePanel, choicesOf } from "./choices.ts";
import { Command, quoted } from "./command.tsx";
import { DecisionFields, type Made } from "./decision-fields.tsx";
import { deedPath } from "./paths.ts";
import { KeyNote } from "./send-row.tsx";
import { useFocusKey } from "./use-focus-key.ts";

export function DecideCard(props: {
  story: Story;
  outcome: Outcome;
  decisions: readonly DecisionCard[];
  isOpen: boolean;
}) {
  const { story, outcome, decisions, isOpen } = props;
  const choices = choicesOf(story);
  const title = isOpen ? "Decide" : decisions.length > 0 ? "The decision" : "Decide otherwise";
  if (!canDecide.value) {
    return (
      <Card title={isOpen ? "For a person to decide" : title} class="decide">
        <div class="pad">
          <Decisions story={story} decisions={decisions} />
          <Command
            says={isOpen ? "Decide in a terminal:" : "Decide otherwise in a terminal:"}
            text={`dissent decide ${quoted(story.id)} ${quoted(choices[0]?.id ?? "A")} -m "why"`}
          />
        </div>
      </Card>
    );
  }
  const carried = outcome.ending === "decided" && outcome.choice !== null;
  const overrides = carried && decisions.length === 0;
  const note = overrides ? "overrides the panel, and says so" : "beside the panel's outcome";
  return (
    <Card title={title} note={<KeyNote words={note} hotkey="D" />} class="decide" id="decide">
      {decisions.length > 0 && (
        <div class="pad">
          <Decisions story={story} decisions={decisions} />
        </div>
      )}
      <DecisionForm {...props} folded={!isOpen} />
    </Card>
  );
}

function DecisionForm(props: { story: Story; outcome: Outcome; folded: boolean }) {
  const { story, outcome } = props;
  const [open, setOpen] = useState(!props.folded);
  const form = useFocusKey("d", () => setOpen(true));
  const lock = lockedFor(story.id);
  const isBlind = ({ choice, reason }: Made): boolean =>
    lock !== null && lock.choice === choice && lock.reason.trim() === reason.trim();
  const fields = (
    <DecisionFields
      key={lock?.choice ?? ""}
      draft={`${story.id}:decide`}
      {...(lock !== null && { first: lock })}
      choices={choicesOf(story)}
      legend="Your decision"
      reasonLabel="Why? It goes into the record next to the dissents."
      press="Record decision"
      field={form}
      remark={(made) => (
        <Remark outcome={outcome} made={made} isBlind={isBlind(made)} lock={lock} />
      )}
      onMade={async (made) => {
        const blind = isBlind(made) && { blind: true };
        await post(deedPath(story.id, "decision"), { ...made, ...blind });
        unlock(story.id);
      }}
    />
  );
  if (!props.folded) return fields;
  return (
    <details class="folded" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Choose, and say why</summary>
      {fields}
    </details>
  );
}

function Remark(props: {
  outcome: Outcome;
  made: Made;
  isBlind: boolean;
  lock: LockedChoice | null;
}) {
  const words = besidePanel(props.outcome, props.made.choice === "" ? null : props.made.choice);
  return (
    <div class="remark" aria-live="polite">
      {words !== null && <p>{words}</p>}
      {props.lock !== null && (
        <p>
          {props.isBlind
            ? "You chose this before you read the panel; the record will say so."
            : `Before you read the panel you chose ${props.lock.choice}. A changed decision is not recorded as blind.`}
        </p>
      )}
    </div>
  );
}

/** Newest last; each keeps its reason. */
function Decisions({ story, decisions }: { story: Story; decisions: readonly DecisionCard[] }) {
  if (decisions.length === 0) return null;
  return (
    <ol class="decisions" aria-label="Decisions so far">
      {decisions.map(({ at, atMs, choice, reason, by, blind }) => {
        const lane = laneOf(story, choice);
        return (
          <li key={at}>
            {lane ? <LaneMark lane={lane} small /> : <strong>{choice}</strong>}
            <div>
              <Words text={reason} serif />
              <small>
                <Words text={by} most={80} />, {day(atMs)}, {clock(atMs)}
                {blind && "; chosen before the panel was read"}
              </small>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
