/**
 * Replaces all views while a person decides before reading the panel, or answers in a sealed step; then shows both
 * side by side.
 */
import "./act.css";
import { useEffect } from "preact/hooks";

import { BODY_SOURCE } from "../../src/domain/brief.ts";
import { readOpening } from "../../src/domain/journal/event.ts";
import type { Outcome } from "../../src/domain/outcome/outcome.ts";
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { capitalizeText } from "../kit/format-text.ts";
import { registerHotkey } from "../kit/hotkeys.ts";
import { LaneMark, findLane } from "../kit/lane-mark.tsx";
import { MarkdownText } from "../kit/markdown/markdown.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { currentDebate } from "../state/debate-state.ts";
import { buildViewAddress, navigateTo } from "../state/page-route.ts";
import { postJson } from "../state/server-api.ts";
import {
  type BlindStage,
  type LockedChoice,
  clearLockedChoice,
  currentBlindStage,
  findDeskQuestion,
  lockBlindChoice,
  readLockedChoice,
} from "./blind-stage.ts";
import { DecisionFields } from "./decision-card.tsx";
import { describeChoiceVersusPanel, listDecisionChoices } from "./decision-choices.ts";
import { RefusalNote } from "./form-controls.tsx";
import { BriefOptionList, SeatDesk } from "./seat-desk.tsx";
import { buildActionPath, useAction } from "./use-action.ts";

export function BlindDecision({ timeline: debateTimeline }: { timeline: DebateTimeline }) {
  const lock = readLockedChoice(debateTimeline.id);
  const stage = currentBlindStage.value;
  const question = findDeskQuestion(debateTimeline);
  // a key that was hit by mistake must not show the panel
  useEffect(() => {
    const stops = NAVIGATION_KEYS.map((key) => registerHotkey(key, () => {}));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  // what follows is another page to its reader
  useEffect(() => scrollToPageTop, [stage]);
  if (stage === null) return null;
  return (
    <div class="blind">
      <header class="blind-head">
        <p class="sub">{STAGE_MESSAGES[stage]}</p>
        <h1 class="serif">
          <UntrustedText text={debateTimeline.question} serif />
        </h1>
      </header>
      {stage === "sealed" && question !== null && (
        <SeatDesk timeline={debateTimeline} question={question} />
      )}
      {stage === "choose" && <BlindChoiceStage timeline={debateTimeline} />}
      {stage === "reveal" && lock !== null && debateTimeline.end !== null && (
        <PanelRevealStage
          timeline={debateTimeline}
          lock={lock}
          outcome={debateTimeline.end.outcome}
        />
      )}
    </div>
  );
}

const STAGE_MESSAGES: Readonly<Record<BlindStage, string>> = {
  choose: "Decide before you read the panel. Nothing it said is shown until you have chosen.",
  reveal: "You have chosen. Here is what the panel said.",
  sealed: "It is your turn. What the others say in this step is shown when everyone has answered.",
};

function scrollToPageTop(): void {
  scrollTo({ top: 0, behavior: "instant" });
  document.getElementById("main")?.focus({ preventScroll: true });
}

const NAVIGATION_KEYS = ["1", "2", "3", "4", "5", "ArrowLeft", "ArrowRight", "l"];

function BlindChoiceStage({ timeline: debateTimeline }: { timeline: DebateTimeline }) {
  return (
    <div class="blind-grid">
      <Card title="The brief">
        <div class="pad">
          <BriefOptionList timeline={debateTimeline} />
          <BriefBody timeline={debateTimeline} />
        </div>
      </Card>
      <Card title="Your choice" note="kept in this browser until you record it" class="pressing">
        <DecisionFields
          draft={`${debateTimeline.id}:choosing`}
          choices={listDecisionChoices(debateTimeline)}
          legend="What would you do?"
          reasonLabel="Why? In your words, before you know theirs."
          press="Lock it in, and show me the panel"
          onMade={async (made) => lockBlindChoice(debateTimeline.id, made)}
        />
        <p class="pad">
          <a href={buildViewAddress("floor", { blind: null })}>
            Read the panel without choosing first
          </a>
        </p>
      </Card>
    </div>
  );
}

/** The brief's own words; other sources are named, since they belong to what the panel was given. */
function BriefBody({ timeline: debateTimeline }: { timeline: DebateTimeline }) {
  const { sources } = readOpening(debateTimeline.events).brief;
  const body = sources.find(({ id }) => id === BODY_SOURCE);
  const text = body && currentDebate.value?.texts[body.sha256];
  const others = sources.filter(({ id }) => id !== BODY_SOURCE);
  return (
    <>
      {text !== undefined && <MarkdownText text={text} />}
      {others.length > 0 && (
        <p class="sub">
          The panel was also given:{" "}
          <UntrustedText text={others.map(({ title }) => title).join(", ")} />
        </p>
      )}
    </>
  );
}

function PanelRevealStage({
  timeline: debateTimeline,
  lock,
  outcome,
}: {
  timeline: DebateTimeline;
  lock: LockedChoice;
  outcome: Outcome;
}) {
  const action = useAction();
  const leave = (): void => navigateTo(buildViewAddress("floor", { blind: null }));
  const record = (): void =>
    action.run(async () => {
      await postJson(buildActionPath(debateTimeline.id, "decision"), { ...lock, blind: true });
      clearLockedChoice(debateTimeline.id);
      leave();
    });
  return (
    <>
      <div class="blind-grid even">
        <Card title="You, before you read the panel" class="pressing">
          <div class="pad">
            <ChosenOptionLabel timeline={debateTimeline} choice={lock.choice} />
            <p>
              <UntrustedText text={lock.reason} serif />
            </p>
          </div>
        </Card>
        <Card
          title="The panel"
          note={capitalizeText(outcome.label.toLowerCase().replaceAll("_", " "))}
        >
          <div class="pad">
            {outcome.choice !== null && (
              <ChosenOptionLabel timeline={debateTimeline} choice={outcome.choice} />
            )}
            <p>
              <UntrustedText text={outcome.summary} serif />
            </p>
            <PanelPositionList timeline={debateTimeline} outcome={outcome} />
          </div>
        </Card>
      </div>
      <div class="blind-end">
        <p aria-live="polite">{describeChoiceVersusPanel(outcome, lock.choice)}</p>
        <RefusalNote refusal={action.refusal} />
        <div class="act">
          <Button kind="primary" disabled={action.busy} onPress={record}>
            {action.busy ? "Recording…" : "Record my choice as it is"}
          </Button>
          <Button onPress={leave}>Read the whole debate first</Button>
        </div>
        <p class="sub">
          Recorded as it is, the record says that you chose before you read the panel. You can still
          change it on the floor; then it is recorded without that.
        </p>
      </div>
    </>
  );
}

function ChosenOptionLabel({
  timeline: debateTimeline,
  choice,
}: {
  timeline: DebateTimeline;
  choice: string;
}) {
  const lane = findLane(debateTimeline, choice);
  const label =
    listDecisionChoices(debateTimeline).find(({ id }) => id === choice)?.label ?? choice;
  return (
    <p class="blind-chosen">
      {lane && <LaneMark lane={lane} />} <strong>{label}</strong>
    </p>
  );
}

/** Where each seat ended, in its own words. */
function PanelPositionList({
  timeline: debateTimeline,
  outcome,
}: {
  timeline: DebateTimeline;
  outcome: Outcome;
}) {
  const last = new Map(
    debateTimeline.turns.filter(({ said }) => said?.position).map((turn) => [turn.seat, turn]),
  );
  return (
    <ul class="panel-words">
      {debateTimeline.seats.flatMap(({ id, name }) => {
        const said = last.get(id)?.said;
        if (!said) return [];
        const lane = findLane(debateTimeline, said.position);
        const dissents = outcome.dissents.some(({ by }) => by === id);
        return [
          <li key={id}>
            {lane ? <LaneMark lane={lane} small /> : <code>{said.position}</code>}
            <span>
              <strong>{name}</strong>
              {dissents && ", dissenting"}
              <br />
              <UntrustedText text={said.words} most={400} serif />
            </span>
          </li>,
        ];
      })}
    </ul>
  );
}
