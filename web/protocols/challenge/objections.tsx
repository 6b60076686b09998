/** Objections as lines that continue until their author ends them, with both sides' words below. */
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
import { Grid, Refs, Sign, Tag, Then, Who, showSeatName } from "../panel-parts.tsx";
import { ANSWERS, CHOICES, FATES, isStanding, Lifelines } from "./objection-lifelines.tsx";

export function Objections({
  timeline: debateTimeline,
  told,
}: {
  timeline: DebateTimeline;
  told: ChallengeStory;
}) {
  const { verdicts, fastExit } = told;
  if (verdicts.length === 0) return null;
  const objections = told.objections.filter(({ blocked }) => blocked);
  const standing = objections.filter(isStanding).length;
  const rounds = Math.max(0, ...objections.flatMap((one) => one.rounds.map(({ round }) => round)));
  return (
    <Card title="Objections" note={formatStandingNote(objections.length, standing)}>
      {fastExit !== null && (
        <p class="pad exit">
          <Then at={fastExit.at}>Over after one round:</Then>{" "}
          {fastExit.unanimous
            ? "all agree, with reasons."
            : "nobody blocks; minor objections are kept."}
        </p>
      )}
      <Verdicts timeline={debateTimeline} told={told} />
      {objections.length > 0 && (
        <>
          <Lifelines timeline={debateTimeline} objections={objections} rounds={rounds} />
          <ul class="pad foldable">
            {objections.map((objection) => (
              <OneObjection key={objection.id} timeline={debateTimeline} objection={objection} />
            ))}
          </ul>
          <FoldedDataTable
            caption="Objections round by round"
            head={["Objection", "Strength", ...listNumbers(rounds), "State"]}
            rows={objections.map((one) => [
              `${one.id} ${showSeatName(debateTimeline, one.seat)}`,
              one.strength === one.filed ? one.filed : `${one.filed}, now ${one.strength}`,
              ...Array.from({ length: rounds }, (_, index) =>
                inWords(one.rounds.find(({ round }) => round === index + 1)),
              ),
              FATES[one.fate],
            ])}
          />
        </>
      )}
      <Unblocking timeline={debateTimeline} told={told} />
    </Card>
  );
}

function formatStandingNote(all: number, standing: number): string {
  if (all === 0) return "nobody blocks";
  return standing === 0
    ? `all ${all} withdrawn by their authors`
    : `${standing} of ${formatPlural(all, "objection")} open`;
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

function Verdicts({
  timeline: debateTimeline,
  told: { verdicts },
}: {
  timeline: DebateTimeline;
  told: ChallengeStory;
}) {
  return (
    <div class="pad">
      <Grid
        class="verdicts"
        caption="What each challenger said of the opening"
        head={["Challenger", "Of the opening", "Strength", "Blocks"]}
        rows={verdicts.map((one) => [
          <Who key="who" timeline={debateTimeline} id={one.seat} />,
          <span key="verdict">
            <Then at={one.at}>
              {one.absent !== null
                ? describeAbsenceReason(one.absent)
                : capitalizeText(one.verdict ?? "cannot be read")}
            </Then>
            {one.pressed && <Tag>pressed for grounds</Tag>}
            {one.downgraded && <Tag open>agreed without substance</Tag>}
            {one.incoherent && <Tag open>verdict and strength contradict</Tag>}
          </span>,
          one.strength ?? "",
          one.blocks ? (
            <Tag key="blocks" open>
              blocks
            </Tag>
          ) : (
            "no"
          ),
        ])}
      />
    </div>
  );
}

/** What blocks nothing is kept all the same, with the proponent's remark on it; and what was tested and held. */
function Unblocking({
  timeline: debateTimeline,
  told: { objections, verdicts, remarks },
}: {
  timeline: DebateTimeline;
  told: ChallengeStory;
}) {
  const minor = objections.filter(({ blocked }) => !blocked);
  const tested = verdicts.flatMap(({ seat, tested: words, at }) =>
    words === null ? [] : [{ seat, words, at }],
  );
  if (minor.length + tested.length === 0) return null;
  return (
    <ul class="pad foldable">
      {minor.map((objection) => (
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
      {tested.map(({ seat, words, at }) => (
        <li key={seat}>
          <details>
            <summary>
              <Sign timeline={debateTimeline} id={seat} />{" "}
              <span dir="auto">{truncateText(showInvisibleCharacters(words), 84)}</span>{" "}
              <Tag>tested, held</Tag>
            </summary>
            <p class="serif on-record">
              <Then at={at}>{showSeatName(debateTimeline, seat)}:</Then>{" "}
              <UntrustedText text={words} />
            </p>
          </details>
        </li>
      ))}
    </ul>
  );
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
  const { id, seat, headline, detail, parts, alternative, settledBy, joined, rounds, fate } =
    objection;
  return (
    <li>
      <details>
        <summary>
          <Sign timeline={debateTimeline} id={seat} /> <span class="mono">{id}</span>{" "}
          <span dir="auto">{truncateText(showInvisibleCharacters(headline), 160)}</span>{" "}
          <Tag open={isStanding(objection)}>{FATES[fate]}</Tag>
        </summary>
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
