/** Who disagrees in which words; where nobody does, what would make them. */
import type { DissentingOpinion } from "../../src/domain/outcome/outcome.ts";
import { describeAttestation } from "../../src/reports/summary-text.ts";
import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { listChangeConditions } from "../../src/timeline/snapshot/snapshot.ts";
import { Card } from "../kit/card.tsx";
import { formatPlural, truncateText } from "../kit/format-text.ts";
import { LaneMark, findLane } from "../kit/lane-mark.tsx";
import { SeatMonogram, findSeatName } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";

export function DissentCard({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const { outcome } = snapshot;
  if (outcome === null) return null;
  const dissents = rankDissents(snapshot);
  // where nobody carried, every case is one against the others
  const first = outcome.ending === "open" ? 3 : 1;
  const more = dissents.slice(first);
  return (
    <Card
      title={
        dissents.length === 0
          ? "Nobody dissents"
          : outcome.ending === "open"
            ? "The cases"
            : "The strongest dissent"
      }
      class="o8 dissents"
      note={dissents.length > 0 && formatPlural(dissents.length, "dissent")}
    >
      <div class="pad">
        {dissents.length === 0 && <WhatWouldChange timeline={debateTimeline} snapshot={snapshot} />}
        {dissents.slice(0, first).map((dissent) => (
          <DissentQuote
            key={dissent.by}
            timeline={debateTimeline}
            dissent={dissent}
            most={first === 1 ? MOST_OF_ONE : MOST_OF_EACH}
          />
        ))}
        {more.length > 0 && (
          <details class="rest">
            <summary>{formatPlural(more.length, "more dissent", "more dissents")}</summary>
            {more.map((dissent) => (
              <DissentQuote key={dissent.by} timeline={debateTimeline} dissent={dissent} />
            ))}
          </details>
        )}
      </div>
    </Card>
  );
}

const MOST_OF_ONE = 330;
const MOST_OF_EACH = 150;
const MOST_OF_FOLDED = 420;

/** Without a dissent, the nearest thing to one: what its supporters say would change their mind. */
function WhatWouldChange({
  timeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const given = listChangeConditions(timeline, snapshot.at).slice(0, MAX_SHOWN_CONDITIONS);
  if (given.length === 0) return <p class="sub">No objection in words is left.</p>;
  return (
    <>
      <p class="sub">What would change their mind:</p>
      <ul class="crux">
        {given.map(({ seat, words }) => (
          <li key={seat.id}>
            <SeatMonogram seat={seat} />
            <UntrustedText text={truncateText(words, 130)} />
          </li>
        ))}
      </ul>
    </>
  );
}

const MAX_SHOWN_CONDITIONS = 2;

/** Those who are surest come first. */
function rankDissents({ outcome, held }: DebateSnapshot): DissentingOpinion[] {
  const sureness = ({ by }: DissentingOpinion): number => held.get(by)?.said?.confidence ?? 0;
  return (outcome?.dissents ?? []).toSorted((one, other) => sureness(other) - sureness(one));
}

function DissentQuote({
  timeline: debateTimeline,
  dissent,
  most = MOST_OF_FOLDED,
}: {
  timeline: DebateTimeline;
  dissent: DissentingOpinion;
  /** How many of its characters are seen at first. */
  most?: number;
}) {
  const name = findSeatName(debateTimeline, dissent.by);
  const lane = findLane(debateTimeline, dissent.holds);
  return (
    <blockquote class="dis">
      <p class="serif">
        “<UntrustedText text={dissent.words} most={most} />”
      </p>
      <footer>
        {lane !== undefined && <LaneMark lane={lane} small />} Dissent, {name}, kept verbatim
        {dissent.stage !== null && `, ${showInvisibleCharacters(dissent.stage)}`}
        {dissent.attested !== undefined && `, ${describeAttestation(dissent.attested)}`}
      </footer>
    </blockquote>
  );
}
