/** The question, where the debate stands, and the few facts one wants to see first. */
import { pauseWords } from "../../src/domain/pause-words.ts";
import { spell } from "../../src/domain/round.ts";
import { outcomeWord } from "../../src/reports/words.ts";
import type { Moment, SeatCard, Story } from "../../src/timeline/story.ts";
import { LaneMark } from "../kit/lane-mark.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { capital, listed, plural, usd } from "../kit/words.ts";
import { connection, debate, goneBackTo } from "../state/debate.ts";
import { Elapsed } from "./elapsed.tsx";

export function FloorHead({ story, moment }: { story: Story; moment: Moment }) {
  const lanes = story.lanes.filter(({ at }) => at <= moment.at);
  return (
    <div class="head">
      <div>
        <Missing story={story} moment={moment} />
        <Standing story={story} moment={moment} />
        <h1 class="serif">
          <Words text={story.question} most={400} />
        </h1>
      </div>
      <Facts story={story} moment={moment} />
      {lanes.length > 0 && (
        <ul class="opts" aria-label={optionsWord(story)}>
          {lanes.map((lane) => (
            <li key={lane.id} title={lane.description}>
              <LaneMark lane={lane} />
              <Words text={lane.label} most={120} />
            </li>
          ))}
        </ul>
      )}
      <Notices story={story} />
    </div>
  );
}

function optionsWord({ deciding, protocol }: Story): string {
  if (deciding?.by === "withdrawal") return "Verdicts";
  return protocol === "merge" ? "Variants" : "Options";
}

/** Said before anything else, and again in the outcome. */
function Missing({ story, moment }: { story: Story; moment: Moment }) {
  if (moment.status === "ended") return null;
  const absent = story.turns.filter((turn) => turn.absent !== null && turn.at <= moment.at);
  if (absent.length === 0) return null;
  const name = (seat: string): string => story.seats.find(({ id }) => id === seat)?.name ?? seat;
  const words = absent.map(
    ({ seat, step, absent: why }) =>
      `${name(seat)} ${why === null ? "" : spell(why.reason)} (${step})`,
  );
  return <p class="degraded">Degraded so far: {words.slice(-MOST_MISSING).join("; ")}.</p>;
}

const MOST_MISSING = 6;

/** Announced when the round or the state changes, and never for a single turn. */
function Standing({ story, moment }: { story: Story; moment: Moment }) {
  const isLive = connection.value === "live" && goneBackTo.value === null;
  const isMoving = isLive && moment.status === "running" && debate.value?.held === true;
  return (
    <p class="live">
      {isMoving && <span class="dot beat" aria-hidden="true" />}
      <span>
        <span role="status">{announced(moment)}</span> {turnsNow(story, moment)}
      </span>
    </p>
  );
}

function announced({ status, step, pausedBecause, outcome, questions }: Moment): string {
  const where = step === null ? "Nobody was asked yet." : `${step.title}.`;
  switch (status) {
    case "ended":
      return outcome === null
        ? "Ended."
        : `The panel has ended: ${visible(outcomeWord(outcome)).toLowerCase()}.`;
    case "paused":
      return `Paused in ${step?.title ?? "the beginning"}${pauseWords(pausedBecause ?? "")}.`;
    case "waiting":
      return questions.length === 1
        ? `${where} It waits for a person.`
        : `${where} It waits for ${plural(questions.length, "answer")} of a person.`;
    case "running":
      return where;
  }
}

function turnsNow(story: Story, { at, status, step, pending }: Moment): string {
  if (status === "ended" || step === null) return "";
  const asked = new Set(step.asked.map(({ seat }) => seat)).size;
  const turns = story.turns.filter((turn) => turn.step === step.step && turn.at <= at);
  const absent = turns.filter((turn) => turn.absent !== null).length;
  const waiting = story.seats.filter(({ id }) => pending.includes(id));
  const parts = [
    `${turns.length - absent} of ${asked} have spoken`,
    ...(absent === 0 ? [] : [`${absent} absent`]),
    ...(waiting.length === 0
      ? []
      : [`${listed(names(waiting))} ${waiting.length === 1 ? "is" : "are"} still to answer`]),
  ];
  return `${parts.join("; ")}.`;
}

const names = (seats: readonly SeatCard[]): string[] => seats.map(({ name }) => name);

function Facts({ story, moment }: { story: Story; moment: Moment }) {
  const cap = moment.limits.usd;
  const spent = usd(moment.spentUsd);
  return (
    <dl class="facts">
      <div>
        <dt>Debate</dt>
        <dd class="mono">{story.id}</dd>
      </div>
      <div>
        <dt>Protocol</dt>
        <dd>{capital(story.protocol)}</dd>
      </div>
      <div>
        <dt>Elapsed</dt>
        <dd class="num">
          <Elapsed moment={moment} />
        </dd>
      </div>
      <div>
        <dt>{cap === null ? "Spent" : "Spent of cap"}</dt>
        <dd class="num">{cap === null ? spent : `${spent} / ${usd(cap)}`}</dd>
      </div>
    </dl>
  );
}

/** What a reader must know before anything else, such as that no language model took part. */
function Notices({ story }: { story: Story }) {
  const from = story.forkedFrom;
  const notices = [
    ...story.notices.map(capital),
    ...(from === null ? [] : [`Forked from ${from.debate} after event ${from.sequence}`]),
  ];
  if (notices.length === 0) return null;
  return (
    <ul class="floor-notices" aria-label="Notices">
      {notices.map((notice) => (
        <li key={notice}>
          <Words text={notice} most={300} />
        </li>
      ))}
    </ul>
  );
}
