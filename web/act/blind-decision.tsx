/** In place of all views: a decision before the panel is read, then both side by side; or an answer in a sealed step. */
import "./blind.css";
import { useEffect } from "preact/hooks";

import { BODY } from "../../src/domain/brief.ts";
import { opening } from "../../src/domain/event.ts";
import type { Outcome } from "../../src/domain/outcome.ts";
import type { Story } from "../../src/timeline/story.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { onKey } from "../kit/hotkeys.ts";
import { laneOf, LaneMark } from "../kit/lane-mark.tsx";
import { Markdown } from "../kit/markdown.tsx";
import { Words } from "../kit/said.tsx";
import { capital } from "../kit/words.ts";
import { post } from "../state/api.ts";
import { debate } from "../state/debate.ts";
import { addressOf, go } from "../state/route.ts";
import {
  type BlindStage,
  blindStage,
  lockedFor,
  lockIn,
  type LockedChoice,
  unlock,
} from "./blind.ts";
import { besidePanel, choicesOf } from "./choices.ts";
import { DecisionFields } from "./decision-fields.tsx";
import { deedPath } from "./paths.ts";
import { RefusalNote } from "./refusal.tsx";
import { SealedSeat } from "./sealed-seat.tsx";
import { useAction } from "./use-action.ts";

export function BlindDecision({ story }: { story: Story }) {
  const lock = lockedFor(story.id);
  const stage = blindStage.value;
  // a key that was hit by mistake must not show the panel
  useEffect(() => {
    const stops = LEADING_AWAY.map((key) => onKey(key, () => {}));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  // what follows is another page to its reader
  useEffect(() => toTop, [stage]);
  if (stage === null) return null;
  return (
    <div class="blind">
      <header class="blind-head">
        <p class="sub">{SAID[stage]}</p>
        <h1 class="serif">
          <Words text={story.question} serif />
        </h1>
      </header>
      {stage === "sealed" && <SealedSeat story={story} />}
      {stage === "choose" && <Choosing story={story} />}
      {stage === "reveal" && lock !== null && story.end !== null && (
        <Revealed story={story} lock={lock} outcome={story.end.outcome} />
      )}
    </div>
  );
}

const SAID: Readonly<Record<BlindStage, string>> = {
  choose: "Decide before you read the panel. Nothing it said is shown until you have chosen.",
  reveal: "You have chosen. Here is what the panel said.",
  sealed: "This step is sealed: what the others said in it is shown when you have answered.",
};

function toTop(): void {
  scrollTo({ top: 0, behavior: "instant" });
  document.getElementById("main")?.focus({ preventScroll: true });
}

const LEADING_AWAY = ["1", "2", "3", "4", "5", "ArrowLeft", "ArrowRight", "l"];

function Choosing({ story }: { story: Story }) {
  return (
    <div class="blind-grid">
      <Card title="The brief">
        <div class="pad">
          <Options story={story} />
          <Body story={story} />
        </div>
      </Card>
      <Card title="Your choice" note="kept in this browser until you record it" class="pressing">
        <DecisionFields
          draft={`${story.id}:choosing`}
          choices={choicesOf(story)}
          legend="What would you do?"
          reasonLabel="Why? In your words, before you know theirs."
          press="Lock it in, and show me the panel"
          onMade={async (made) => lockIn(story.id, made)}
        />
        <p class="pad">
          <a href={addressOf("floor", { blind: null })}>Read the panel without choosing first</a>
        </p>
      </Card>
    </div>
  );
}

function Options({ story }: { story: Story }) {
  const { options } = opening(story.events).brief;
  return (
    <dl class="blind-options">
      {options.map(({ id, label, description }) => {
        const lane = laneOf(story, id);
        return (
          <div key={id}>
            <dt>
              {lane ? <LaneMark lane={lane} /> : <strong>{id}</strong>} <Words text={label} />
            </dt>
            {description !== "" && (
              <dd>
                <Words text={description} serif />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

/** The brief's own words; other sources are named, since they belong to what the panel was given. */
function Body({ story }: { story: Story }) {
  const { sources } = opening(story.events).brief;
  const body = sources.find(({ id }) => id === BODY);
  const text = body && debate.value?.texts[body.sha256];
  const others = sources.filter(({ id }) => id !== BODY);
  return (
    <>
      {text !== undefined && <Markdown text={text} />}
      {others.length > 0 && (
        <p class="sub">
          The panel was also given: <Words text={others.map(({ title }) => title).join(", ")} />
        </p>
      )}
    </>
  );
}

function Revealed({
  story,
  lock,
  outcome,
}: {
  story: Story;
  lock: LockedChoice;
  outcome: Outcome;
}) {
  const action = useAction();
  const leave = (): void => go(addressOf("floor", { blind: null }));
  const record = (): void =>
    action.run(async () => {
      await post(deedPath(story.id, "decision"), { ...lock, blind: true });
      unlock(story.id);
      leave();
    });
  return (
    <>
      <div class="blind-grid even">
        <Card title="You, before you read the panel" class="pressing">
          <div class="pad">
            <Chosen story={story} choice={lock.choice} />
            <p>
              <Words text={lock.reason} serif />
            </p>
          </div>
        </Card>
        <Card title="The panel" note={capital(outcome.label.toLowerCase().replaceAll("_", " "))}>
          <div class="pad">
            {outcome.choice !== null && <Chosen story={story} choice={outcome.choice} />}
            <p>
              <Words text={outcome.summary} serif />
            </p>
            <PanelWords story={story} outcome={outcome} />
          </div>
        </Card>
      </div>
      <div class="blind-end">
        <p aria-live="polite">{besidePanel(outcome, lock.choice)}</p>
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

function Chosen({ story, choice }: { story: Story; choice: string }) {
  const lane = laneOf(story, choice);
  const label = choicesOf(story).find(({ id }) => id === choice)?.label ?? choice;
  return (
    <p class="blind-chosen">
      {lane && <LaneMark lane={lane} />} <strong>{label}</strong>
    </p>
  );
}

/** Where each seat ended, in its own words. */
function PanelWords({ story, outcome }: { story: Story; outcome: Outcome }) {
  const last = new Map(
    story.turns.filter(({ said }) => said?.position).map((turn) => [turn.seat, turn]),
  );
  return (
    <ul class="panel-words">
      {story.seats.flatMap(({ id, name }) => {
        const said = last.get(id)?.said;
        if (!said) return [];
        const lane = laneOf(story, said.position);
        const dissents = outcome.dissents.some(({ by }) => by === id);
        return [
          <li key={id}>
            {lane ? <LaneMark lane={lane} small /> : <code>{said.position}</code>}
            <span>
              <strong>{name}</strong>
              {dissents && ", dissenting"}
              <br />
              <Words text={said.words} most={400} serif />
            </span>
          </li>,
        ];
      })}
    </ul>
  );
}
