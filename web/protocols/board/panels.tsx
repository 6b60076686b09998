/** A board: its phases, what each round added, who wants to move on, and who opposes by office. */
import "./board.css";
import { useMemo } from "preact/hooks";

import type { Phase } from "../../../src/protocols/board/timeline/phases.ts";
import {
  type BoardStory,
  type PollCard,
  boardAt,
} from "../../../src/protocols/board/timeline/timeline.ts";
import type { DebateSnapshot, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatNameList, formatPlural } from "../../kit/format-text.ts";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { Blocks, Grid, Named, Quote, Tag, Then, Who, showSeatName } from "../panel-parts.tsx";
import { Risks } from "./risk-register.tsx";
import { Rounds } from "./rounds.tsx";
import { Synthesis } from "./synthesis.tsx";

export function BoardPanels({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const told = useMemo(() => boardAt(debateTimeline, snapshot.at), [debateTimeline, snapshot.at]);
  return (
    <>
      <PhaseRail phases={told.phases} />
      <Synthesis timeline={debateTimeline} told={told} />
      <Risks timeline={debateTimeline} told={told} />
      <Rounds timeline={debateTimeline} told={told} />
      <Polls timeline={debateTimeline} told={told} />
      <Opposition timeline={debateTimeline} told={told} />
    </>
  );
}

interface Shown {
  readonly timeline: DebateTimeline;
  readonly told: BoardStory;
}

function Polls({ timeline: debateTimeline, told: { polls } }: Shown) {
  if (polls.length === 0) return null;
  return (
    <Card
      title="Poll: move on to the synthesis?"
      note="two thirds of the whole board; an absence is not a yes"
    >
      <div class="pad polls">
        {polls.toReversed().map((poll) => (
          <OnePoll key={poll.round} timeline={debateTimeline} poll={poll} />
        ))}
      </div>
    </Card>
  );
}

const VOTES = { yes: "on", no: "against", absent: "gone" } as const;

function OnePoll({ timeline: debateTimeline, poll }: { timeline: DebateTimeline; poll: PollCard }) {
  const { ballots, yes, asked, needed, passed } = poll;
  const named = (vote: string): string[] =>
    ballots
      .filter((one) => one.vote === vote)
      .map(({ seat }) => showSeatName(debateTimeline, seat));
  const order = ["yes", null, "no", "absent"];
  const said = [`Yes: ${formatNames(named("yes"))}`, `no: ${formatNames(named("no"))}`].join("; ");
  return (
    <section aria-label={`Poll after round ${poll.round}`}>
      <h3>
        <Then at={poll.at}>After round {poll.round}</Then>
        <span class="sub">
          {yes} of {asked} yes, {needed} needed
        </span>
        {passed === null ? <Tag>open</Tag> : <Tag>{passed ? "moves on" : "goes on debating"}</Tag>}
      </h3>
      <Blocks
        timeline={debateTimeline}
        hue="ballot"
        all={asked}
        needed={needed}
        said={said}
        blocks={ballots
          .toSorted((a, b) => order.indexOf(a.vote) - order.indexOf(b.vote))
          .map(({ seat, vote }) => ({
            seat,
            kind: vote === null ? "maybe" : VOTES[vote],
            words: `${showSeatName(debateTimeline, seat)}: ${vote ?? "awaited"}`,
          }))}
      />
      <details class="rest">
        <summary>Votes and reasons</summary>
        <Grid
          caption={`Votes after round ${poll.round}`}
          head={["Seat", "Vote", "Reason"]}
          rows={ballots.map(({ seat, vote, reason }) => [
            <Who key="who" timeline={debateTimeline} id={seat} />,
            vote ?? "awaited",
            <UntrustedText key="why" text={reason ?? ""} most={300} />,
          ])}
        />
      </details>
    </section>
  );
}

function formatNames(names: readonly string[]): string {
  return names.length === 0 ? "nobody" : formatNameList(names);
}

function Opposition({ timeline: debateTimeline, told: { opposition, dissents } }: Shown) {
  if (opposition.length === 0 && dissents.length === 0) return null;
  const standing = dissents.filter((one) => one.standing).length;
  return (
    <Card
      title="Opposition and dissent"
      note={
        standing === 0
          ? "no formal dissent stands"
          : `${formatPlural(standing, "formal dissent")} stand${standing === 1 ? "s" : ""}`
      }
    >
      <div class="pad opposed">
        {opposition.map((one) => (
          <section
            key={one.seat}
            aria-label={`What ${showSeatName(debateTimeline, one.seat)} puts forward`}
          >
            <h3>
              <Who timeline={debateTimeline} id={one.seat} />
              <Then at={one.at}>
                <Tag>assigned: {one.role === "contrarian" ? "to oppose" : "to aim higher"}</Tag>
              </Then>
            </h3>
            <dl>
              <Named name="Holds" text={one.position} />
              <Named name="Instead" text={one.alternative} />
              <Named name="The ambitious version" text={one.moonshot} />
              <Named name="The first step towards it" text={one.steppingStone} />
            </dl>
          </section>
        ))}
      </div>
      {dissents.length > 0 && (
        <div class="pad foot">
          {dissents.map((one) => (
            <Quote
              key={`${one.seat} ${one.at} ${one.words}`}
              open={one.standing}
              text={one.words}
              by={
                <>
                  <Then at={one.at}>
                    {showSeatName(debateTimeline, one.seat)}, round {one.round}
                  </Then>
                  {one.against !== null && (
                    <>
                      , from <UntrustedText text={one.against} most={160} refs />
                    </>
                  )}
                  {one.assigned && <Tag>assigned seat</Tag>}
                  <Tag open={one.standing}>{one.standing ? "stands" : "withdrawn"}</Tag>
                </>
              }
            />
          ))}
        </div>
      )}
    </Card>
  );
}

// The phases of a board in a row: the one that is on is lit, those to come are dashed.

function PhaseRail({ phases }: { phases: readonly Phase[] }) {
  if (phases.length === 0) return null;
  const now = phases.find(({ state }) => state === "now");
  return (
    <Card
      title="Phases"
      note={now ? `${now.heard} of ${now.asked} have answered in this one` : undefined}
    >
      <ol class="pad rail">
        {phases.map((phase) => (
          <li
            key={phase.step}
            class={phase.state}
            aria-current={phase.state === "now" ? "step" : undefined}
          >
            {phase.at === null ? (
              <span>
                {formatPhaseName(phase)}
                <span class="sr">, to come</span>
              </span>
            ) : (
              <Then at={phase.at}>{formatPhaseName(phase)}</Then>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const NAMES: Readonly<Record<Phase["kind"], string>> = {
  statements: "Statements",
  responses: "Responses",
  gate: "Gate",
  poll: "Poll",
  synthesis: "Synthesis",
  reviews: "Reviews",
  correction: "Correction",
  recheck: "Recheck",
};

function formatPhaseName({ kind, round }: Phase): string {
  return round === null ? NAMES[kind] : `${NAMES[kind]} ${round}`;
}
