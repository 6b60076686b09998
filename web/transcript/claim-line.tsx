import { proves } from "../../src/audit/ledger.ts";
import type { Claim } from "../../src/domain/claim.ts";
/** One claim of a turn: what it speaks of, its words, its quotes and what became of it. */
import type { CheckedEvidence } from "../../src/domain/evidence.ts";
import { isOwnConcern } from "../../src/timeline/claims.ts";
import { fateOf } from "../../src/timeline/moment.ts";
import type { Story } from "../../src/timeline/story.ts";
import { ClaimRef } from "../kit/claim-ref.tsx";
import { hueClass, laneOf } from "../kit/lane-mark.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { cut } from "../kit/words.ts";
import { Position } from "./position.tsx";

export function ClaimLine({ story, claim, at }: { story: Story; claim: Claim; at: number }) {
  const lane = laneOf(story, story.claims.get(claim.id)?.lane);
  const fate = claim.side === "attacks" ? fateOf(story, claim.id, at) : null;
  return (
    <li class={`turn-claim ${lane ? hueClass(lane.hue) : "hue-none"}`} id={`claim-${claim.id}`}>
      <p class="turn-claim-head">
        <ClaimRef id={claim.id} />
        {fate !== null && <span class={`fate-word ${fate}`}>{fate}</span>}
        <span class="sub">
          <About story={story} claim={claim} />
        </span>
      </p>
      <p class="turn-claim-text">
        <Words text={claim.text} refs />
      </p>
      {claim.evidence.map((evidence, index) => (
        <Quote key={index} story={story} evidence={evidence} />
      ))}
    </li>
  );
}

/** What a claim speaks of: an option, another claim with its words, or someone. */
export function About({ story, claim }: { story: Story; claim: Claim }) {
  if (isOwnConcern(claim)) return <>a concern, put to everyone</>;
  const word = claim.side === "attacks" ? "against" : "for";
  return (
    <>
      {word} <Target story={story} claim={claim} />
    </>
  );
}

function Target({ story, claim: { about, by } }: { story: Story; claim: Claim }) {
  const target = story.claims.get(about)?.claim;
  if (target !== undefined) {
    return (
      <>
        <ClaimRef id={about} /> <span dir="auto">“{visible(cut(target.text, 90))}”</span>
      </>
    );
  }
  if (laneOf(story, about) !== undefined) return <Position story={story} id={about} />;
  if (about === by) return <>its own position</>;
  const seat = story.seats.find(({ id }) => id === about);
  return <span>{visible(cut(seat?.name ?? about, 60))}</span>;
}

export function Quote({ story, evidence }: { story: Story; evidence: CheckedEvidence }) {
  const { quote, source, verified } = evidence;
  return (
    <blockquote class="said-quote">
      <Words text={`“${quote.replace(/\s+/g, " ").trim()}”`} serif most={600} />
      <footer>
        {visible(cut(sourceTitle(story, source), 80))}, {foundWords(evidence, verified)}
      </footer>
    </blockquote>
  );
}

function foundWords(evidence: CheckedEvidence, verified: boolean): string {
  if (!verified) return "✗ not found there";
  return proves(evidence)
    ? "✓ found there word for word"
    : "✓ found there, too short to prove anything";
}

function sourceTitle({ events }: Story, source: string): string {
  const opened = events[0]?.fact;
  if (opened?.type !== "debate-opened") return source;
  const title = opened.brief.sources.find(({ id }) => id === source)?.title;
  return title === undefined ? source : `${source} ${title}`;
}
