/** One claim of a turn: its subject, its words, its quotes and how it was answered. */

import { isProvenEvidence } from "../../src/audit/measures/claim-ledger.ts";
import type { Claim } from "../../src/domain/claim.ts";
import { type CheckedEvidence, describeEvidenceCheck } from "../../src/domain/evidence/evidence.ts";
import { listDebateSources } from "../../src/domain/journal/sources.ts";
import { isOwnConcern } from "../../src/timeline/claim-graph.ts";
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { findChallengeFate } from "../../src/timeline/snapshot/snapshot.ts";
import { FATE_WORDS } from "../challenges/fate-words.tsx";
import { truncateText } from "../kit/format-text.ts";
import { findLane, formatHueClass } from "../kit/lane-mark.tsx";
import { PositionLabel } from "../kit/position-label.tsx";
import { findSeat } from "../kit/seat-monogram.tsx";
import { ClaimReference, UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";

export function ClaimLine({
  timeline: debateTimeline,
  claim,
  at,
}: {
  timeline: DebateTimeline;
  claim: Claim;
  at: number;
}) {
  const lane = findLane(debateTimeline, debateTimeline.claims.get(claim.id)?.lane);
  const fate = claim.side === "attacks" ? findChallengeFate(debateTimeline, claim.id, at) : null;
  return (
    <li
      class={`turn-claim ${lane ? formatHueClass(lane.hue) : "hue-none"}`}
      id={`claim-${claim.id}`}
    >
      <p class="turn-claim-head">
        <ClaimReference id={claim.id} />
        {fate !== null && <span class="fate-word">{FATE_WORDS[fate]}</span>}
        <span class="sub">
          <ClaimSubject timeline={debateTimeline} claim={claim} />
        </span>
      </p>
      <p class="turn-claim-text">
        <UntrustedText text={claim.text} refs />
      </p>
      {claim.detail !== undefined && (
        <details class="turn-claim-detail">
          <summary>In full</summary>
          <UntrustedText text={claim.detail} refs />
        </details>
      )}
      {claim.evidence.map((evidence, index) => (
        <EvidenceQuote key={index} timeline={debateTimeline} evidence={evidence} />
      ))}
    </li>
  );
}

/** What a claim speaks of: an option, another claim with its words, or someone. */
export function ClaimSubject({
  timeline: debateTimeline,
  claim,
}: {
  timeline: DebateTimeline;
  claim: Claim;
}) {
  if (isOwnConcern(claim)) return <>a concern, put to everyone</>;
  const word = claim.side === "attacks" ? "against" : "for";
  return (
    <>
      {word} <ClaimTarget timeline={debateTimeline} claim={claim} />
    </>
  );
}

function ClaimTarget({
  timeline: debateTimeline,
  claim: { about, by },
}: {
  timeline: DebateTimeline;
  claim: Claim;
}) {
  const target = debateTimeline.claims.get(about)?.claim;
  if (target !== undefined) {
    return (
      <>
        <ClaimReference id={about} />{" "}
        <span dir="auto">“{showInvisibleCharacters(truncateText(target.text, 90))}”</span>
      </>
    );
  }
  if (findLane(debateTimeline, about) !== undefined)
    return <PositionLabel timeline={debateTimeline} id={about} />;
  if (about === by) return <>its own position</>;
  const seat = findSeat(debateTimeline, about);
  return <span>{showInvisibleCharacters(truncateText(seat?.name ?? about, 60))}</span>;
}

export function EvidenceQuote({
  timeline: debateTimeline,
  evidence,
}: {
  timeline: DebateTimeline;
  evidence: CheckedEvidence;
}) {
  const { kind = "quote", quote, source } = evidence;
  const words = quote.replace(/\s+/g, " ").trim();
  const where = source === "" ? "no single source" : findSourceTitle(debateTimeline, source);
  return (
    <blockquote class="said-quote">
      <UntrustedText text={kind === "quote" ? `“${words}”` : words} serif most={600} />
      <footer>
        {kind === "knowledge" ? null : `${showInvisibleCharacters(truncateText(where, 80))}, `}
        {describeQuoteMark(evidence)}
      </footer>
    </blockquote>
  );
}

function describeQuoteMark(evidence: CheckedEvidence): string {
  const { kind = "quote", verified } = evidence;
  if (kind === "knowledge") return describeEvidenceCheck(evidence);
  if (kind !== "quote" || !verified)
    return `${verified ? "✓" : "✗"} ${describeEvidenceCheck(evidence)}`;
  return isProvenEvidence(evidence)
    ? "✓ found there word for word"
    : "✓ found there, too short to prove anything";
}

function findSourceTitle({ events }: DebateTimeline, source: string): string {
  const title = listDebateSources(events).find(({ id }) => id === source)?.title;
  return title === undefined ? source : `${source} ${title}`;
}
