/** How far they are from a decision: who holds what, how many it takes, and how it can still end. */
import { type LaneCount, tallyAt, type TallyNow } from "../../src/timeline/moment.ts";
import type { Moment, SeatCard, Story } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { hueClass, LaneMark } from "../kit/lane-mark.tsx";
import { Words } from "../kit/said.tsx";
import { listed, plural } from "../kit/words.ts";
import { ScoreBars } from "./score-bars.tsx";

interface Shown {
  readonly story: Story;
  readonly moment: Moment;
}

export function Tally({ story, moment }: Shown) {
  const tally = tallyAt(story, moment.at);
  const isScored = story.deciding?.by === "scores";
  if (!isScored && (tally.cast === 0 || story.deciding === null)) return null;
  return (
    <Card title={titleOf(story, moment)} class="o2" note={noteOf(story, tally)}>
      <div class="pad">
        {isScored ? (
          <ScoreBars story={story} moment={moment} />
        ) : (
          <Counts story={story} tally={tally} />
        )}
        <Absent story={story} tally={tally} />
        {moment.endings !== null && (
          <p class="verdict serif">
            <Words text={moment.endings} />
          </p>
        )}
      </div>
    </Card>
  );
}

function titleOf({ deciding }: Story, { status }: Moment): string {
  if (status !== "ended") {
    return deciding?.by === "synthesis" ? "Where they stand" : "Toward consensus";
  }
  return deciding?.by === "withdrawal" ? "Where the objections stood" : "Where they stood";
}

function noteOf({ deciding }: Story, { needed, cast }: TallyNow): string {
  switch (deciding?.by) {
    case "scores":
      return `needs ${deciding.target} from everyone`;
    case "withdrawal":
      return "needs every objection withdrawn";
    case "share":
      return needed === null ? "too few voices for agreement" : `needs ${needed} of ${cast}`;
    case "synthesis":
      return "the synthesis chooses";
    case undefined:
      return "";
  }
}

function Counts({ story, tally }: { story: Story; tally: TallyNow }) {
  const seats = new Map(story.seats.map((seat) => [seat.id, seat]));
  const lanes = tally.lanes.toSorted(
    (a, b) => b.holding.length - a.holding.length || b.maybe.length - a.maybe.length,
  );
  return (
    <ul class="tally">
      {lanes.map((count) => (
        <Count key={count.lane.id} count={count} tally={tally} seats={seats} />
      ))}
    </ul>
  );
}

interface Counted {
  readonly count: LaneCount;
  readonly tally: TallyNow;
  readonly seats: ReadonlyMap<string, SeatCard>;
}

function Count({ count: { lane, holding, maybe }, tally, seats }: Counted) {
  const canCarry = tally.settled === null || tally.settled === lane.id;
  const sign = (seat: string): string => seats.get(seat)?.monogram ?? "?";
  const free = Math.max(0, tally.cast - holding.length - maybe.length);
  const nameOf = (seat: string): string => seats.get(seat)?.name ?? seat;
  return (
    <li>
      <LaneMark lane={lane} />
      <span class={`seats ${hueClass(lane.hue)}`}>
        <span class="sr">
          {holding.length === 0 ? "nobody" : listed(holding.map(nameOf))}
          {maybe.length > 0 && `; perhaps ${listed(maybe.map(nameOf))}`}
        </span>
        {holding.map((seat) => (
          <span key={seat} class="s on" title={nameOf(seat)} aria-hidden="true">
            {sign(seat)}
          </span>
        ))}
        {maybe.map((seat) => (
          <span
            key={seat}
            class="s maybe"
            title={`${nameOf(seat)} held this, and is still to speak`}
            aria-hidden="true"
          >
            {sign(seat)}?
          </span>
        ))}
        {Array.from({ length: free }, (_, index) => (
          <span key={index} class="s" aria-hidden="true" />
        ))}
        {tally.needed !== null && canCarry && (
          <span
            class="need"
            aria-hidden="true"
            style={{ insetInlineStart: `calc(${(100 * tally.needed) / tally.cast}% - 1px)` }}
          />
        )}
      </span>
      <span class="num">{holding.length}</span>
    </li>
  );
}

function Absent({ story, tally: { absent } }: { story: Story; tally: TallyNow }) {
  if (absent.length === 0) return null;
  const names = story.seats.filter(({ id }) => absent.includes(id)).map(({ name }) => name);
  return (
    <p class="missing">
      Without {plural(absent.length, "voice")}: {listed(names)}.
    </p>
  );
}
