/** What each round of a board added, the newest ones unless all are requested, and its gate reviewer's verdict. */
import { useState } from "preact/hooks";

import { describeAbsenceReason } from "../../../src/domain/round.ts";
import type { BoardStory, GateCard } from "../../../src/protocols/board/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatNameList, formatPlural } from "../../kit/format-text.ts";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { Grid, showSeatName, Sign, Tag, Then } from "../panel-parts.tsx";

const NEWEST = 20;

export function Rounds({
  timeline: debateTimeline,
  told,
}: {
  timeline: DebateTimeline;
  told: BoardStory;
}) {
  const [whole, setWhole] = useState(false);
  if (told.rounds.length === 0) return null;
  const earlier = told.rounds.length - NEWEST;
  const rounds = whole ? told.rounds : told.rounds.slice(-NEWEST);
  const from = rounds[0]?.round ?? 0;
  const gates = told.gates.filter(({ round }) => round >= from);
  return (
    <Card
      title="What each round brought"
      note="Code counts what is new; the gate reviewer judges whether it is news."
    >
      <div class="pad">
        {earlier > 0 && (
          <button type="button" class="more" onClick={() => setWhole(!whole)}>
            {whole
              ? "Show the newest rounds only"
              : `Show ${formatPlural(earlier, "earlier round")}`}
          </button>
        )}
        <RoundTable timeline={debateTimeline} rounds={rounds} gates={gates} />
        <GateReasons timeline={debateTimeline} gates={gates} />
      </div>
    </Card>
  );
}

function RoundTable({
  timeline: story,
  rounds,
  gates,
}: { timeline: DebateTimeline } & Pick<BoardStory, "rounds" | "gates">) {
  const most = Math.max(1, ...rounds.map(({ claims }) => claims));
  return (
    <Grid
      class="brought"
      caption="Rounds of response"
      head={["Round", "New points", "Minds changed", "Formal dissents", "Gate review"]}
      rows={rounds.map(({ at, round, claims, fresh, moves, dissents, absent }) => [
        <Then key="round" at={at}>
          {round}
        </Then>,
        <span key="new" class="fresh">
          <span class="amount" aria-hidden="true">
            <b style={{ inlineSize: `${(100 * claims) / most}%` }} />
            <i style={{ inlineSize: `${(100 * fresh) / most}%` }} />
          </span>
          {fresh} of {claims}
        </span>,
        moves === 0 ? (
          "none"
        ) : (
          <Tag key="moved" open>
            {moves}
          </Tag>
        ),
        <span key="dissents">
          {dissents === 0 ? "none" : dissents}
          {absent.length > 0 && (
            <Tag open>
              without {formatNameList(absent.map(({ seat }) => showSeatName(story, seat)))}
            </Tag>
          )}
        </span>,
        <Gate key="gate" gate={gates.find((gate) => gate.round === round)} />,
      ])}
    />
  );
}

function GateReasons({
  timeline: debateTimeline,
  gates,
}: {
  timeline: DebateTimeline;
  gates: readonly GateCard[];
}) {
  if (gates.length === 0) return null;
  return (
    <ul class="lines">
      {gates.map((gate) => (
        <li key={gate.at}>
          <Sign timeline={debateTimeline} id={gate.by} />
          <span>
            <span class="small">
              After round {gate.round}, <Judged gate={gate} />
            </span>
            <br />
            {gate.absent === null ? (
              <UntrustedText text={gate.reason ?? "No reason was given."} />
            ) : (
              `The reviewer ${describeAbsenceReason(gate.absent)}, which halts nothing.`
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const DECISIONS = { CONTINUE: "go on", HALT: "halt", ESCALATE: "ask a person" } as const;

function Gate({ gate }: { gate: GateCard | undefined }) {
  if (!gate) return <span class="nobody">none</span>;
  if (gate.decision === null)
    return <Tag open>{gate.absent === null ? "cannot be read" : "absent"}</Tag>;
  return (
    <span>
      <Then at={gate.at}>{DECISIONS[gate.decision]}</Then>
      {!gate.counts && <Tag>does not count yet</Tag>}
    </span>
  );
}

function Judged({ gate: { judged, decision, counts } }: { gate: GateCard }) {
  const parts = judged.map(
    ({ round, news }) => `round ${round} ${news ? "brought news" : "brought no news"}`,
  );
  return (
    <>
      {parts.length === 0 ? "no round was judged" : parts.join(", ")}
      {decision !== null && !counts && "; it takes two rounds running without news"}.
    </>
  );
}
