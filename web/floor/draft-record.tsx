/** The record so far: what is chosen, who disagrees in which words, and the evidence. */
import type { DissentingOpinion } from "../../src/domain/outcome.ts";
import { describeAttestation } from "../../src/reports/summary-text.ts";
import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { CopyMarkdownButton } from "../kit/export-text.tsx";
import { formatPlural } from "../kit/format-text.ts";
import { LaneMark, findLane } from "../kit/lane-mark.tsx";
import { findSeatName } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { isChainIntact, debateFindings } from "../state/debate-state.ts";
import { buildViewAddress } from "../state/page-route.ts";

const MAX_SHOWN_DISSENTS = 1;

export function DraftRecordCard({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const { outcome } = snapshot;
  if (outcome === null)
    return <JournalChainNote timeline={debateTimeline} snapshot={snapshot} alone />;
  const more = outcome.dissents.length - MAX_SHOWN_DISSENTS;
  return (
    <Card
      title={outcome.dissents.length > 0 ? "The strongest dissent" : "Record"}
      class="o8"
      note={formatPlural(outcome.dissents.length, "dissent")}
    >
      <div class="pad">
        {rankDissents(snapshot)
          .slice(0, MAX_SHOWN_DISSENTS)
          .map((dissent) => (
            <DissentQuote key={dissent.by} timeline={debateTimeline} dissent={dissent} />
          ))}
        {more > 0 && (
          <details class="rest">
            <summary>{formatPlural(more, "more dissent", "more dissents")}</summary>
            {rankDissents(snapshot)
              .slice(MAX_SHOWN_DISSENTS)
              .map((dissent) => (
                <DissentQuote key={dissent.by} timeline={debateTimeline} dissent={dissent} />
              ))}
          </details>
        )}
        <div class="act">
          <a class="btn" href={buildViewAddress("record")}>
            Open record
          </a>
          {debateFindings.value !== null && (
            <CopyMarkdownButton text={debateFindings.value.record} trouble="Not copied" />
          )}
        </div>
        <JournalChainNote timeline={debateTimeline} snapshot={snapshot} />
      </div>
    </Card>
  );
}

/** Those who are surest come first. */
function rankDissents({ outcome, held }: DebateSnapshot): DissentingOpinion[] {
  const sureness = ({ by }: DissentingOpinion): number => held.get(by)?.said?.confidence ?? 0;
  return (outcome?.dissents ?? []).toSorted((one, other) => sureness(other) - sureness(one));
}

function DissentQuote({
  timeline: debateTimeline,
  dissent,
}: {
  timeline: DebateTimeline;
  dissent: DissentingOpinion;
}) {
  const name = findSeatName(debateTimeline, dissent.by);
  const lane = findLane(debateTimeline, dissent.holds);
  return (
    <blockquote class="dis">
      <p class="serif">
        “<UntrustedText text={dissent.words} most={500} />”
      </p>
      <footer>
        {lane !== undefined && <LaneMark lane={lane} small />} Dissent, {name}, kept verbatim
        {dissent.stage !== null && `, ${showInvisibleCharacters(dissent.stage)}`}
        {dissent.attested !== undefined && `, ${describeAttestation(dissent.attested)}`}
      </footer>
    </blockquote>
  );
}

interface JournalChainProps {
  readonly timeline: DebateTimeline;
  readonly snapshot: DebateSnapshot;
  readonly alone?: boolean;
}

function JournalChainNote({
  timeline: debateTimeline,
  snapshot,
  alone = false,
}: JournalChainProps) {
  const head = debateTimeline.events[snapshot.at]?.hash ?? "";
  const line = (
    <p class="chain" title={head}>
      <span class="mono">{snapshot.at + 1}</span> {snapshot.at === 0 ? "event" : "events"}, chain
      head{" "}
      <span class="mono">
        {head.slice(0, 4)}…{head.slice(-4)}
      </span>
      {isChainIntact.value === true && ", hashed again on this page: holds"}
    </p>
  );
  return alone ? <div class="o8 bare">{line}</div> : line;
}
