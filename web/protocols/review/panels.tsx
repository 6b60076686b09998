/** A review: every finding at its lines, who found it, who confirmed or refuted it, and what came of it. */
import "./review.css";
import { useMemo } from "preact/hooks";

import {
  type FindingCard,
  type ReviewStory,
  reviewAt,
} from "../../../src/protocols/review/timeline/timeline.ts";
import type { DebateSnapshot, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatPlural } from "../../kit/format-text.ts";
import { ClaimReference, UntrustedText } from "../../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../../kit/visible-text.ts";
import { Named, showSeatName, Tag, Who } from "../panel-parts.tsx";

export function ReviewPanels({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const told = useMemo(() => reviewAt(debateTimeline, snapshot.at), [debateTimeline, snapshot.at]);
  const survived = told.findings.filter(({ fate }) => fate === null || OPEN.has(fate));
  const others = told.findings.filter((one) => !survived.includes(one));
  return (
    <>
      <Findings
        title="Findings"
        timeline={debateTimeline}
        findings={survived}
        none={told.isOver ? "No finding survived." : "Nothing has been found so far."}
      />
      {others.length > 0 && (
        <Findings title="Did not survive" timeline={debateTimeline} findings={others} none="" />
      )}
      <LeftOut timeline={debateTimeline} told={told} />
    </>
  );
}

const OPEN: ReadonlySet<string> = new Set(["confirmed", "disputed", "unconfirmed"]);

function Findings(props: {
  title: string;
  timeline: DebateTimeline;
  findings: readonly FindingCard[];
  none: string;
}) {
  const { findings, none, timeline, title } = props;
  return (
    <Card title={title} note={formatPlural(findings.length, "finding")}>
      {findings.length === 0 && <p class="pad">{none}</p>}
      <ol class="pad findings">
        {findings.map((finding) => (
          <li key={finding.id}>
            <OneFinding timeline={timeline} finding={finding} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function OneFinding({
  timeline: debateTimeline,
  finding,
}: {
  timeline: DebateTimeline;
  finding: FindingCard;
}) {
  const { id, severity, fate, claim, scenario, suggestion, foundBy, also } = finding;
  return (
    <article class="finding">
      <h3>
        <ClaimReference id={id} /> <UntrustedText text={claim} most={300} />
      </h3>
      <p class="sub">
        <Tag open={severity === "blocker" && fate === "confirmed"}>{severity}</Tag>{" "}
        {fate !== null && <Tag open={fate === "confirmed" || fate === "disputed"}>{fate}</Tag>}{" "}
        Found by {foundBy.map((seat) => showSeatName(debateTimeline, seat)).join(", ")}
        {foundBy.length > 1 && ", independently"}
      </p>
      <QuotedLines finding={finding} />
      <dl>
        <Named name="Scenario" text={scenario} />
        {also.map((one) => (
          <Named
            key={one.by}
            name={`${showSeatName(debateTimeline, one.by)} says`}
            text={`${one.claim} ${one.scenario}`}
          />
        ))}
        <Named name="Suggestion" text={suggestion} />
      </dl>
      <FindingTestimony timeline={debateTimeline} finding={finding} />
    </article>
  );
}

/** The lines of the file with their numbers, as the finding quotes them. */
function QuotedLines({ finding }: { finding: FindingCard }) {
  const { path, first, side, quote, movedFrom, isBeside } = finding;
  const lines = quote.split("\n");
  return (
    <figure class="lines-quoted">
      <figcaption class="mono">
        {showInvisibleCharacters(path)}:{first}
        {side === "old" && " (removed by the change)"}
        {isBeside && " (beside the change)"}
        {movedFrom !== null && ` (named line ${movedFrom}; the quote stands here)`}
      </figcaption>
      <div
        class="scroll"
        tabIndex={0}
        role="region"
        aria-label={`Lines of ${showInvisibleCharacters(path)}`}
      >
        <pre class={side === "old" ? "removed" : "present"}>
          {lines.map((line, at) => (
            <code key={at} data-line={first + at}>
              {showInvisibleCharacters(line)}
              {"\n"}
            </code>
          ))}
        </pre>
      </div>
    </figure>
  );
}

function FindingTestimony({
  timeline: debateTimeline,
  finding: { verdicts, silent, answer, defences },
}: {
  timeline: DebateTimeline;
  finding: FindingCard;
}) {
  const said = [
    ...verdicts.map(({ by, given, counted, reason, fault }) => ({
      by,
      reason,
      word: given === counted ? given : `${given}, counted as ${counted} (${fault ?? ""})`,
    })),
    ...(answer === null ? [] : [{ ...answer, word: `answers ${answer.word}` }]),
    ...defences.map((one) => ({ ...one, word: `defends: ${one.word}` })),
  ];
  if (said.length === 0 && silent.length === 0) return null;
  return (
    <ul class="said-of">
      {said.map(({ by, word, reason }, at) => (
        <li key={at}>
          <Who timeline={debateTimeline} id={by} /> <b>{word}</b>{" "}
          <UntrustedText text={reason} most={600} refs />
        </li>
      ))}
      {silent.length > 0 && (
        <li>
          Said nothing of it: {silent.map((seat) => showSeatName(debateTimeline, seat)).join(", ")}
        </li>
      )}
    </ul>
  );
}

function LeftOut({
  timeline: debateTimeline,
  told,
}: {
  timeline: DebateTimeline;
  told: ReviewStory;
}) {
  if (told.dropped.length + told.notShown.length === 0) return null;
  return (
    <Card title="Left out">
      <ul class="pad">
        {told.dropped.map(({ by, claim, file, why }, at) => (
          <li key={at}>
            {showSeatName(debateTimeline, by)} on {showInvisibleCharacters(file)}:{" "}
            <UntrustedText text={claim} most={300} /> ({why})
          </li>
        ))}
        {told.notShown.map((one) => (
          <li key={one}>Not shown to reviewers: {showInvisibleCharacters(one)}</li>
        ))}
      </ul>
    </Card>
  );
}
