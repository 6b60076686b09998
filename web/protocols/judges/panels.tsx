/** Judges: each judge's scores on their own dimensions, the votes, and who challenged whom. */
import { useMemo } from "preact/hooks";

import "./judges.css";
import { type JudgesStory, judgesAt } from "../../../src/protocols/judges/timeline/timeline.ts";
import type { DebateSnapshot, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatNameList, formatPlural } from "../../kit/format-text.ts";
import { formatPositionHue } from "../../kit/lane-mark.tsx";
import { ClaimReference, UntrustedText } from "../../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../../kit/visible-text.ts";
import {
  Blocks,
  Grid,
  OptionSign,
  Sign,
  Tag,
  Then,
  Warning,
  Who,
  showSeatName,
} from "../panel-parts.tsx";
import { ScoreCards } from "./score-tables.tsx";

export function JudgesPanels({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const told = useMemo(() => judgesAt(debateTimeline, snapshot.at), [debateTimeline, snapshot.at]);
  return (
    <>
      <ScoreCards timeline={debateTimeline} told={told} />
      <Votes timeline={debateTimeline} told={told} />
      <Duties timeline={debateTimeline} told={told} />
      <Concessions timeline={debateTimeline} told={told} />
    </>
  );
}

interface Shown {
  readonly timeline: DebateTimeline;
  readonly told: JudgesStory;
}

function Votes({ timeline: debateTimeline, told }: Shown) {
  const { ballots, changes, share, classification } = told;
  if (ballots.length === 0) return null;
  const undone = changes.filter(({ standing }) => standing !== "explained");
  return (
    <Card title="Votes" note={`${share.needed}/${share.of} of all who voted in round 1 carry`}>
      <div class="pad rounds-of-votes">
        {ballots.map((ballot) => (
          <Ballot key={ballot.step} timeline={debateTimeline} told={told} ballot={ballot} />
        ))}
      </div>
      {(undone.length > 0 || classification !== null) && (
        <div class="pad foot">
          {undone.map((change) => (
            <Warning key={change.by}>
              {change.standing === "reverted" ? "Reverted: " : "Without a cause: "}
              {showSeatName(debateTimeline, change.by)} moved from{" "}
              <OptionSign timeline={debateTimeline} id={change.from} /> to{" "}
              <OptionSign timeline={debateTimeline} id={change.to} /> and named no cause that holds
              {change.standing === "reverted"
                ? "; the vote of round 1 counts, with its words"
                : "; the vote counts"}
              . {change.problems.length > 0 && <UntrustedText text={change.problems.join("; ")} />}
            </Warning>
          ))}
          {classification !== null && (
            <p class="small">
              Class of the question:{" "}
              <span class="mono">{showInvisibleCharacters(classification.class)}</span>
              {classification.matched === null ? (
                ", no telling word in it"
              ) : (
                <>
                  , by the word “<UntrustedText text={classification.matched} />”
                </>
              )}
              {classification.compound && "; only its first sentence was read"}.
            </p>
          )}
        </div>
      )}
    </Card>
  );
}

function Ballot({
  timeline: debateTimeline,
  told,
  ballot,
}: Shown & { ballot: JudgesStory["ballots"][number] }) {
  const { tally, round, pending, absent, complete, electorate: all } = ballot;
  const needed = Math.ceil((all * told.share.needed) / told.share.of);
  const held = Object.entries(tally.distribution);
  const title =
    debateTimeline.steps.find(({ step }) => step === ballot.step)?.title ?? `Round ${round}`;
  const changed = new Set(told.changes.map(({ by }) => by));
  return (
    <div>
      <h3>
        <Then at={ballot.at}>{title}</Then>
      </h3>
      <ul class="tally">
        {held.map(([option, voters]) => (
          <li key={option}>
            <OptionSign timeline={debateTimeline} id={option} />
            <Blocks
              timeline={debateTimeline}
              hue={formatPositionHue(debateTimeline, option)}
              all={all}
              needed={needed}
              said={formatNameList(voters.map((seat) => showSeatName(debateTimeline, seat)))}
              blocks={voters.map((seat) => ({
                seat,
                kind: round === 2 && changed.has(seat) ? "on crossed" : "on",
                words: showSeatName(debateTimeline, seat),
              }))}
            />
            <span class="num">{voters.length}</span>
          </li>
        ))}
      </ul>
      <p class="small">
        {pending.length > 0 &&
          `Awaited: ${formatNameList(pending.map((seat) => showSeatName(debateTimeline, seat)))}. `}
        {absent.length > 0 &&
          `Absent: ${formatNameList(absent.map((seat) => showSeatName(debateTimeline, seat)))}. `}
        {complete && verdictOn(ballot)}
      </p>
    </div>
  );
}

function verdictOn({
  tally: { carried, distribution, type },
  electorate,
}: JudgesStory["ballots"][number]): string {
  if (electorate < 2) return `${formatPlural(electorate, "valid vote")}: too few for agreement.`;
  if (carried === null) return "No option has enough votes.";
  const votes = distribution[carried]?.length ?? 0;
  return `${showInvisibleCharacters(carried)} carries with ${votes} of ${electorate}${type === "UNANIMOUS" ? ", unanimously" : ""}.`;
}

function Duties({ timeline: debateTimeline, told: { duties } }: Shown) {
  if (duties.length === 0) return null;
  const judges = [...new Set(duties.map(({ by }) => by))];
  const made = duties.filter(({ met }) => met !== null).length;
  return (
    <Card
      title="Who challenged whom"
      note={`Each judge owes every other one a challenge: ${made} of ${duties.length} made.`}
    >
      <div class="pad">
        <Grid
          class="matrix"
          caption="Challenges: each row is a judge, each column whom it challenges"
          head={["Challenges", ...judges.map((to) => showSeatName(debateTimeline, to))]}
          rows={judges.map((by) => [
            <Who key={by} timeline={debateTimeline} id={by} />,
            ...judges.map((to) =>
              by === to ? (
                <span key={to} class="nobody">
                  itself
                </span>
              ) : (
                <Met key={to} duty={duties.find((one) => one.by === by && one.to === to)} />
              ),
            ),
          ])}
        />
        <InTheirWords timeline={debateTimeline} duties={duties} />
      </div>
    </Card>
  );
}

function InTheirWords({
  timeline: debateTimeline,
  duties,
}: {
  timeline: DebateTimeline;
  duties: JudgesStory["duties"];
}) {
  const made = duties.flatMap(({ by, to, met }) => (met === null ? [] : [{ by, to, ...met }]));
  if (made.length === 0) return null;
  return (
    <details class="rest">
      <summary>In their words</summary>
      <ul class="lines">
        {made.map(({ by, to, claim, words, at }) => (
          <li key={`${by} ${to}`}>
            <Sign timeline={debateTimeline} id={by} />
            <span>
              <span class="small">
                <Then at={at}>to {showSeatName(debateTimeline, to)}</Then>
                {claim !== null && (
                  <>
                    {" "}
                    on <ClaimReference id={claim} />
                  </>
                )}
              </span>
              <br />
              <UntrustedText text={words} refs />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Concessions({ timeline: debateTimeline, told: { concessions } }: Shown) {
  if (concessions.length === 0) return null;
  return (
    <Card title="What was conceded" note="A judge can grant a point and keep the vote.">
      <div class="pad">
        <ul class="lines">
          {concessions.map(({ by, claim, partly, words, at }) => (
            <li key={`${by} ${claim}`}>
              <Sign timeline={debateTimeline} id={by} />
              <span>
                <span class="small">
                  <Then at={at}>{partly ? "partly" : "fully"}</Then> <ClaimReference id={claim} />
                </span>
                <br />
                <UntrustedText text={words} most={400} refs />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Met({ duty }: { duty: JudgesStory["duties"][number] | undefined }) {
  if (duty?.lost) return <Tag open>absent</Tag>;
  if (duty?.missed) return <Tag open>missing</Tag>;
  if (!duty?.met) return <span class="awaited">owed</span>;
  const { id, claim, at } = duty.met;
  return (
    <span>
      {id === null ? <Then at={at}>made</Then> : <ClaimReference id={id} />}
      {claim !== null && (
        <>
          {" "}
          against <ClaimReference id={claim} />
        </>
      )}
    </span>
  );
}
