/** Objections as a ladder: what was objected, answered and replied in each round, and how it ended; words unfold. */
import type { ComponentChildren } from "preact";

import { describeAbsenceReason } from "../../../src/domain/round.ts";
import type {
  ObjectionCard,
  ObjectionStep,
} from "../../../src/protocols/challenge/timeline/objections.ts";
import type { ChallengeStory } from "../../../src/protocols/challenge/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { FoldedDataTable } from "../../kit/data-table.tsx";
import { capitalizeText, formatPlural, truncateText } from "../../kit/format-text.ts";
import { ClaimReference, UntrustedText } from "../../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../../kit/visible-text.ts";
import { Refs, Sign, Tag, Then, showSeatName } from "../panel-parts.tsx";
import {
  ANSWERS,
  CHOICES,
  countObjectionFates,
  describeFate,
  isDisputed,
  rankObjections,
} from "./objection-words.ts";

export function Objections({
  timeline: debateTimeline,
  told,
}: {
  timeline: DebateTimeline;
  told: ChallengeStory;
}) {
  const { verdicts, fastExit } = told;
  if (verdicts.length === 0) return null;
  const objections = rankObjections(told.objections);
  const [first, more] = [objections.slice(0, MOST_UNFOLDED), objections.slice(MOST_UNFOLDED)];
  const rounds = Math.max(0, ...objections.flatMap((one) => one.rounds.map(({ round }) => round)));
  return (
    <Card title="Objections" note={countObjectionFates(objections)}>
      {fastExit !== null && (
        <p class="pad exit">
          <Then at={fastExit.at}>Over after one round:</Then>{" "}
          {fastExit.unanimous
            ? "all agree, with reasons."
            : "nobody blocks; minor objections are kept."}
        </p>
      )}
      {objections.length > 0 && (
        <>
          <Ladder timeline={debateTimeline} objections={first} told={told} />
          {more.length > 0 && (
            <details class="rest pad ladder-more">
              <summary>{formatPlural(more.length, "more objection")}</summary>
              <Ladder timeline={debateTimeline} objections={more} told={told} />
            </details>
          )}
          <FoldedDataTable
            caption="Objections round by round"
            head={["Objection", "Strength", ...listNumbers(rounds), "State"]}
            rows={objections.map((one) => [
              `${one.id} ${showSeatName(debateTimeline, one.seat)}`,
              one.strength === one.filed ? one.filed : `${one.filed}, now ${one.strength}`,
              ...Array.from({ length: rounds }, (_, index) =>
                inWords(one.rounds.find(({ round }) => round === index + 1)),
              ),
              describeFate(one),
            ])}
          />
        </>
      )}
    </Card>
  );
}

/** About as many as fit beside the outcome. */
const MOST_UNFOLDED = 7;

function Ladder({
  timeline: debateTimeline,
  objections,
  told: { remarks },
}: {
  timeline: DebateTimeline;
  objections: readonly ObjectionCard[];
  told: ChallengeStory;
}) {
  return (
    <ol class="ladder">
      {objections.map((objection) => (
        <OneObjection key={objection.id} timeline={debateTimeline} objection={objection}>
          {remarks
            .filter(({ objection: about }) => about === objection.id)
            .map((remark) => (
              <p key={remark.at}>
                <Then at={remark.at}>The proponent:</Then> <UntrustedText text={remark.words} />
              </p>
            ))}
        </OneObjection>
      ))}
    </ol>
  );
}

function listNumbers(rounds: number): string[] {
  return Array.from({ length: rounds }, (_, index) => `Round ${index + 1}`);
}

function inWords(step: ObjectionStep | undefined): string {
  if (!step) return "";
  const answer = step.answer ? ANSWERS[step.answer.disposition].word : "no answer";
  const rebuttal = step.rebuttal
    ? CHOICES[step.rebuttal.choice].word
    : step.silent
      ? describeAbsenceReason(step.silent.reason)
      : "";
  return rebuttal === "" ? answer : `${answer}; ${rebuttal}`;
}

function OneObjection({
  timeline: debateTimeline,
  objection,
  children,
}: {
  timeline: DebateTimeline;
  objection: ObjectionCard;
  children?: ComponentChildren;
}) {
  const { id, seat, headline, detail, parts, alternative, settledBy, joined, rounds } = objection;
  return (
    <li>
      <details>
        <summary class="rung">
          <Sign timeline={debateTimeline} id={seat} />
          <span class="rung-words" dir="auto">
            {truncateText(showInvisibleCharacters(headline), 200)}
          </span>
          <span class="rung-rounds">
            {rounds.map((step) => (
              <RungStep key={step.round} step={step} />
            ))}
          </span>
          <span class="rung-end">
            <Tag open={isDisputed(objection)}>{describeFate(objection)}</Tag>
            {objection.strength === "strong" && <small>strong</small>}
          </span>
        </summary>
        <p class="small">
          <ClaimReference id={id} /> by {showSeatName(debateTimeline, seat)}, {objection.strength}
        </p>
        {detail !== "" && (
          <p class="serif on-record">
            <UntrustedText text={detail} refs />
          </p>
        )}
        {(parts.length > 0 || joined.length > 0) && (
          <p class="small">
            {parts.length > 0 && `Against part ${parts.join(", ")}. `}
            {joined.length > 0 && (
              <>
                Answered together with <Refs ids={joined} />.
              </>
            )}
          </p>
        )}
        {settledBy !== null && (
          <p>
            <span class="small">Would be settled by:</span> <UntrustedText text={settledBy} />
          </p>
        )}
        {alternative !== null && (
          <p>
            <span class="small">Advice:</span> <UntrustedText text={alternative} />
          </p>
        )}
        {rounds.map((step) => (
          <Round key={step.round} timeline={debateTimeline} seat={seat} step={step} />
        ))}
        {children}
      </details>
    </li>
  );
}

/** What the proponent answered in a round, and what its author said to that. */
function RungStep({ step: { answer, rebuttal, silent } }: { step: ObjectionStep }) {
  return (
    <span class="rung-step">
      <span>{answer === null ? "no answer" : ANSWERS[answer.disposition].word}</span>
      {rebuttal !== null && (
        <span>
          <span aria-hidden="true">→ </span>
          {CHOICES[rebuttal.choice].word}
        </span>
      )}
      {silent !== null && <span>→ {describeAbsenceReason(silent.reason)}</span>}
    </span>
  );
}

function Round({
  timeline: debateTimeline,
  seat,
  step,
}: {
  timeline: DebateTimeline;
  seat: string;
  step: ObjectionStep;
}) {
  const { answer, rebuttal, silent } = step;
  return (
    <div class="objection-round">
      <h3>Round {step.round}</h3>
      {answer === null ? (
        <p class="small">No answer.</p>
      ) : (
        <p>
          <Then at={answer.at}>{capitalizeText(ANSWERS[answer.disposition].word)}</Then>{" "}
          <ClaimReference id={answer.claim} />: <UntrustedText text={answer.explanation} refs />
          {answer.limit !== null && (
            <>
              {" "}
              <span class="small">Up to:</span> <UntrustedText text={answer.limit} />
            </>
          )}
        </p>
      )}
      {rebuttal !== null && <Rebuttal timeline={debateTimeline} seat={seat} rebuttal={rebuttal} />}
      {silent !== null && (
        <p class="small">
          {showSeatName(debateTimeline, seat)} {describeAbsenceReason(silent.reason)}; the objection
          stays.
        </p>
      )}
    </div>
  );
}

function Rebuttal({
  timeline: debateTimeline,
  seat,
  rebuttal,
}: {
  timeline: DebateTimeline;
  seat: string;
  rebuttal: NonNullable<ObjectionStep["rebuttal"]>;
}) {
  const { at, choice, reason, news, because, parts, problems } = rebuttal;
  const isAccepted = choice === "ACCEPT";
  return (
    <p>
      <Then at={at}>
        {showSeatName(debateTimeline, seat)} {CHOICES[choice].word}
      </Then>
      {!isAccepted && !news && <Tag>nothing new</Tag>}
      {problems.length > 0 && <Tag open>does not count: no valid cause</Tag>}:{" "}
      <UntrustedText text={reason} refs />{" "}
      {isAccepted && because.length + parts.length > 0 && (
        <>
          (settled by <Refs ids={because} />
          {parts.length > 0 && ` part ${parts.join(", ")}`})
        </>
      )}
    </p>
  );
}
