/** The person's decision beside the panel's outcome, which stays as it was. */
import type { ComponentChildren, Ref } from "preact";
import { useState } from "preact/hooks";

import type { Outcome } from "../../src/domain/outcome/outcome.ts";
import type { DebateTimeline, DecisionCard } from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { formatClockTime, formatDay } from "../kit/format-text.ts";
import { LaneMark, findLane } from "../kit/lane-mark.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { canDecide, postJson } from "../state/server-api.ts";
import { type LockedChoice, clearLockedChoice, readLockedChoice } from "./blind-stage.ts";
import { describeChoiceVersusPanel, listDecisionChoices } from "./decision-choices.ts";
import { useFocusHotkey } from "./decision-hotkeys.ts";
import {
  ChoicePicker,
  HotkeyNote,
  type PickableChoice,
  ReasonField,
  SubmitRow,
  TerminalCommand,
  quoteForShell,
} from "./form-controls.tsx";
import { readDraftFields, readDraftText, useFormDraft } from "./form-drafts.ts";
import { buildActionPath, useAction } from "./use-action.ts";

export function DecideOutcomeCard(props: {
  timeline: DebateTimeline;
  outcome: Outcome;
  decisions: readonly DecisionCard[];
  isOpen: boolean;
}) {
  const { timeline: debateTimeline, outcome, decisions, isOpen } = props;
  const choices = listDecisionChoices(debateTimeline);
  const title = isOpen ? "Decide" : decisions.length > 0 ? "The decision" : "Decide otherwise";
  if (!canDecide.value) {
    return (
      <Card title={isOpen ? "For a person to decide" : title} class="decide">
        <div class="pad">
          <PastDecisionList timeline={debateTimeline} decisions={decisions} />
          <TerminalCommand
            says={isOpen ? "Decide in a terminal:" : "Decide otherwise in a terminal:"}
            text={`dissent decide ${quoteForShell(debateTimeline.id)} ${quoteForShell(choices[0]?.id ?? "A")} -m "why"`}
          />
        </div>
      </Card>
    );
  }
  const carried = outcome.ending === "decided" && outcome.choice !== null;
  const overrides = carried && decisions.length === 0;
  const note = overrides ? "overrides the panel, and says so" : "beside the panel's outcome";
  return (
    <Card title={title} note={<HotkeyNote words={note} hotkey="D" />} class="decide" id="decide">
      {decisions.length > 0 && (
        <div class="pad">
          <PastDecisionList timeline={debateTimeline} decisions={decisions} />
        </div>
      )}
      <DecisionForm {...props} folded={!isOpen} />
    </Card>
  );
}

function DecisionForm(props: { timeline: DebateTimeline; outcome: Outcome; folded: boolean }) {
  const { timeline: debateTimeline, outcome } = props;
  const [open, setOpen] = useState(!props.folded);
  const form = useFocusHotkey("d", () => setOpen(true));
  const lock = readLockedChoice(debateTimeline.id);
  const isBlind = ({ choice, reason }: MadeDecision): boolean =>
    lock !== null && lock.choice === choice && lock.reason.trim() === reason.trim();
  const fields = (
    <DecisionFields
      key={lock?.choice ?? ""}
      draft={`${debateTimeline.id}:decide`}
      {...(lock !== null && { first: lock })}
      choices={listDecisionChoices(debateTimeline)}
      legend="Your decision"
      reasonLabel="Why? It goes into the record next to the dissents."
      press="Record decision"
      field={form}
      remark={(made) => (
        <PanelComparisonNote outcome={outcome} made={made} isBlind={isBlind(made)} lock={lock} />
      )}
      onMade={async (made) => {
        const blind = isBlind(made) && { blind: true };
        await postJson(buildActionPath(debateTimeline.id, "decision"), { ...made, ...blind });
        clearLockedChoice(debateTimeline.id);
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

function PanelComparisonNote(props: {
  outcome: Outcome;
  made: MadeDecision;
  isBlind: boolean;
  lock: LockedChoice | null;
}) {
  const words = describeChoiceVersusPanel(
    props.outcome,
    props.made.choice === "" ? null : props.made.choice,
  );
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
function PastDecisionList({
  timeline: debateTimeline,
  decisions,
}: {
  timeline: DebateTimeline;
  decisions: readonly DecisionCard[];
}) {
  if (decisions.length === 0) return null;
  return (
    <ol class="decisions" aria-label="Decisions so far">
      {decisions.map(({ at, atMs, choice, reason, by, blind }) => {
        const lane = findLane(debateTimeline, choice);
        return (
          <li key={at}>
            {lane ? <LaneMark lane={lane} small /> : <strong>{choice}</strong>}
            <div>
              <UntrustedText text={reason} serif />
              <small>
                <UntrustedText text={by} most={80} />, {formatDay(atMs)}, {formatClockTime(atMs)}
                {blind && "; chosen before the panel was read"}
              </small>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

// A choice and its reason: the form behind every decision. What was typed is kept until it is recorded.

interface MadeDecision {
  readonly choice: string;
  readonly reason: string;
}

export function DecisionFields(props: {
  /** Under which what is typed is kept. */
  draft: string;
  /** Taken where nothing is kept. */
  first?: MadeDecision;
  choices: readonly PickableChoice[];
  legend: string;
  reasonLabel: string;
  press: string;
  field?: Ref<HTMLDivElement>;
  /** Said under the choice that is made. */
  remark?: (made: MadeDecision) => ComponentChildren;
  onMade: (made: MadeDecision) => Promise<void>;
}) {
  const { filled, change, drop } = useFormDraft<MadeDecision>(props.draft, (kept) =>
    kept === null && props.first ? props.first : restoreMadeDecision(kept),
  );
  const [tried, setTried] = useState(false);
  const action = useAction();
  const reason = filled.reason.trim();
  const send = (): void => {
    setTried(true);
    if (filled.choice === "" || reason === "") return;
    action.run(async () => {
      await props.onMade({ ...filled, reason });
      drop();
    });
  };
  return (
    <div class="pad" ref={props.field ?? null}>
      <ChoicePicker
        legend={props.legend}
        choices={props.choices}
        chosen={new Set([filled.choice])}
        trouble={tried && filled.choice === "" ? "Choose one." : undefined}
        onPick={(choice) => change({ choice })}
      />
      {props.remark?.(filled)}
      <ReasonField
        label={props.reasonLabel}
        value={filled.reason}
        trouble={tried && reason === "" ? "No reason, no decision." : undefined}
        onChange={(text) => change({ reason: text })}
      />
      <SubmitRow action={action} press={props.press} busy="Recording…" onPress={send} />
    </div>
  );
}

function restoreMadeDecision(kept: unknown): MadeDecision {
  const { choice, reason } = readDraftFields(kept);
  return { choice: readDraftText(choice), reason: readDraftText(reason) };
}
