import { spell } from "../../src/domain/round.ts";
/** On the floor: the newest words of everyone, and those that are being said. */
import type { Moment, SeatCard, Story, Turn } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { LaneMark, laneOf } from "../kit/lane-mark.tsx";
import { Monogram } from "../kit/monogram.tsx";
import { Words } from "../kit/said.tsx";
import { percent, plural } from "../kit/words.ts";
import { goneBackTo, type LiveWords, speaking } from "../state/debate.ts";
import { addressOf } from "../state/route.ts";
import { readable } from "../state/spoken.ts";

interface Shown {
  readonly story: Story;
  readonly moment: Moment;
}

export function Seats({ story, moment }: Shown) {
  return (
    <Card title="On the floor" class="o4" note={noteOf(moment)}>
      <div class="floor" style={{ "--across": across(story.seats.length) }}>
        {story.seats.map((seat) => (
          <Seat key={seat.id} seat={seat} story={story} moment={moment} />
        ))}
      </div>
    </Card>
  );
}

/** Rows of the same length, as far as they go. */
function across(seats: number): number {
  const rows = Math.ceil(seats / 5);
  return Math.ceil(seats / rows);
}

function noteOf({ status, step }: Moment): string {
  if (status === "ended") return "What everyone held at the end, in their words.";
  if (step?.blind === true)
    return "Turns stay sealed from the other participants until all have spoken.";
  return "Newest words of everyone.";
}

function Seat({ seat, story, moment }: Shown & { seat: SeatCard }) {
  const turn = lastWords(story, moment, seat.id);
  const live = goneBackTo.value === null ? wordsOf(seat.id) : undefined;
  return (
    <article class="seat">
      <h3>
        <Monogram seat={seat} />
        <span class="who">{seat.name}</span>
        <span class="m" title={seat.model}>
          {[seat.stance, seat.isPerson ? "a person" : seat.model].filter(Boolean).join(", ")}
        </span>
      </h3>
      {live === undefined ? <Last turn={turn} /> : <Speaking words={live} />}
      <p class="st">
        {live === undefined ? (
          <State seat={seat} story={story} moment={moment} turn={turn} />
        ) : (
          <>
            <span class="dot beat" aria-hidden="true" />
            <span>{live.trouble ?? `speaking, ${plural(live.text.length, "character")}`}</span>
          </>
        )}
      </p>
    </article>
  );
}

/** A debate ends with votes on drafts and the like; then what was held is worth more than the last word. */
function lastWords(story: Story, { newest, status }: Moment, seat: string): Turn | undefined {
  const held = status === "ended" ? story.turns.findLast((turn) => isHeld(turn, seat)) : undefined;
  return held ?? newest.get(seat);
}

function isHeld({ seat, said }: Turn, of: string): boolean {
  return seat === of && Boolean(said?.position) && (said?.words.length ?? 0) >= SENTENCE;
}

const SENTENCE = 20;

function wordsOf(seat: string): LiveWords | undefined {
  return [...speaking.value.values()].find(({ by }) => by === seat);
}

function Last({ turn }: { turn: Turn | undefined }) {
  if (turn === undefined) return <p class="empty">Has not spoken yet.</p>;
  const words = turn.said?.words ?? "";
  return (
    <p class="cut">
      {words === "" ? (
        <span class="empty">{turn.absent === null ? "Answered without words." : "No words."}</span>
      ) : (
        <Words text={words.slice(0, SEEN)} refs />
      )}
    </p>
  );
}

/** More than the lines that are shown; all of it stands in the transcript. */
const SEEN = 700;

function Speaking({ words }: { words: LiveWords }) {
  const said = readable(words.text);
  return (
    <p class="cut tail">
      <span>
        <Words text={said.slice(-SEEN)} />
        <span class="caret" aria-hidden="true" />
      </span>
    </p>
  );
}

interface Stated extends Shown {
  readonly seat: SeatCard;
  readonly turn: Turn | undefined;
}

function State({ seat, story, moment, turn }: Stated) {
  const held = moment.held.get(seat.id);
  const lane = laneOf(story, held?.said?.position);
  const link = turn === undefined ? undefined : addressOf("transcript", { turn: turn.key });
  return (
    <>
      {lane !== undefined && <LaneMark lane={lane} small />}
      <span>{stateOf({ seat, story, moment, turn })}</span>
      {link !== undefined && (
        <a class="whole" href={link} aria-label={`${seat.name}, whole turn in the transcript`}>
          whole turn
        </a>
      )}
    </>
  );
}

function stateOf({ seat, story, moment, turn }: Stated): string {
  if (moment.pending.includes(seat.id)) {
    if (moment.status === "paused") return "asked again when the debate goes on";
    return seat.isPerson ? "waits for a person" : "asked, still to answer";
  }
  if (turn === undefined) return "not asked yet";
  if (turn.absent !== null) return `absent: ${spell(turn.absent.reason)}`;
  const confidence = turn.said?.confidence ?? null;
  const move = story.moves.find(({ key }) => key === turn.key);
  const scores = story.deciding?.by === "scores";
  return [
    ...(confidence === null ? [] : [scores ? `score ${confidence}` : percent(confidence)]),
    ...(turn.said?.position
      ? [move ? "changed its mind" : turn.before === null ? "first position" : "held"]
      : ["spoke"]),
  ].join(", ");
}
