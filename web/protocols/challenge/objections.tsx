/** Objections as lines that continue until their author ends them, with both sides' words below. */
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
import { Grid, Refs, Sign, Tag, Then, Who, nameOf } from "../panel-parts.tsx";
import { ANSWERS, CHOICES, FATES, Lifelines } from "./objection-lifelines.tsx";

export function Objections({
  timeline: debateTimeline,
  told,
}: {
  timeline: DebateTimeline;
  told: ChallengeStory;
}) {
  const { verdicts, objections, fastExit } = told;
  if (verdicts.length === 0) return null;
  const standing = objections.filter(({ fate }) => fate !== "withdrawn").length;
  const rounds = Math.max(0, ...objections.flatMap((one) => one.rounds.map(({ round }) => round)));
  return (
    <Card title="Objections" note={noteOf(objections.length, standing)}>
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
              <OneObjection key={objection.seat} timeline={debateTimeline} objection={objection} />
            ))}
          </ul>
          <FoldedDataTable
            caption="Objections round by round"
            head={["Objection", "Verdict", ...numbered(rounds), "Fate"]}
            rows={objections.map((one) => [
              `${one.id} ${nameOf(debateTimeline, one.seat)}`,
              `${one.verdict ?? "unreadable"} ${one.strength ?? ""}`,
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

function noteOf(all: number, standing: number): string {
  if (all === 0) return "nobody blocks";
  return standing === 0
    ? `all ${all} withdrawn by their authors`
    : `${standing} of ${formatPlural(all, "objection")} open`;
}

function numbered(rounds: number): string[] {
  return Array.from({ length: rounds }, (_, index) => `Round ${index + 1}`);
}

function inWords(step: ObjectionStep | undefined): string {
  if (!step) return "";
  const answer = step.answer?.disposition ? ANSWERS[step.answer.disposition].word : "no answer";
  const rebuttal = step.rebuttal?.choice
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

/** What blocks nothing is kept all the same, with the proponent's remark on it. */
function Unblocking({
  timeline: debateTimeline,
  told: { verdicts, remarks },
}: {
  timeline: DebateTimeline;
  told: ChallengeStory;
}) {
  const said = verdicts.flatMap((one) =>
    one.blocks || one.critique === null ? [] : [{ ...one, words: one.critique }],
  );
  if (said.length === 0) return null;
  return (
    <ul class="pad foldable">
      {said.map(({ seat, claim, words, verdict, strength }) => (
        <li key={seat}>
          <details>
            <summary>
              <Sign timeline={debateTimeline} id={seat} />{" "}
              {claim !== null && <span class="mono">{claim}</span>}{" "}
              <span dir="auto">{truncateText(showInvisibleCharacters(words), 84)}</span>{" "}
              <Tag>
                {verdict ?? "cannot be read"}, {strength ?? "cannot be read"}
              </Tag>
            </summary>
            <p class="serif on-record">
              <UntrustedText text={words} />
            </p>
            {remarks
              .filter(({ objection }) => objection === claim)
              .map((remark) => (
                <p key={remark.at}>
                  <Then at={remark.at}>The proponent:</Then> <UntrustedText text={remark.words} />
                </p>
              ))}
          </details>
        </li>
      ))}
    </ul>
  );
}

function OneObjection({
  timeline: debateTimeline,
  objection,
}: {
  timeline: DebateTimeline;
  objection: ObjectionCard;
}) {
  const { id, seat, words, alternative, rounds, fate } = objection;
  return (
    <li>
      <details>
        <summary>
          <Sign timeline={debateTimeline} id={seat} /> <span class="mono">{id}</span>{" "}
          <span dir="auto">
            {words === null
              ? "Its reply could not be read."
              : truncateText(showInvisibleCharacters(words), 84)}
          </span>{" "}
          <Tag open={fate !== "withdrawn"}>{FATES[fate]}</Tag>
        </summary>
        {words !== null && (
          <p class="serif on-record">
            <UntrustedText text={words} />
          </p>
        )}
        {alternative !== null && (
          <p>
            <span class="small">Instead:</span> <UntrustedText text={alternative} />
          </p>
        )}
        {rounds.map((step) => (
          <Round key={step.round} timeline={debateTimeline} seat={seat} step={step} />
        ))}
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
          <Then at={answer.at}>
            {answer.disposition === null
              ? "Answered"
              : capitalizeText(ANSWERS[answer.disposition].word)}
          </Then>
          {answer.claim !== null && (
            <>
              {" "}
              <ClaimReference id={answer.claim} />
            </>
          )}
          : <UntrustedText text={answer.explanation ?? answer.summary ?? ""} refs />
          {answer.accepted !== null && (
            <>
              {" "}
              <span class="small">Accepted:</span> <UntrustedText text={answer.accepted} />
            </>
          )}
          {answer.limit !== null && (
            <>
              {" "}
              <span class="small">Up to:</span> <UntrustedText text={answer.limit} />
            </>
          )}
        </p>
      )}
      {rebuttal !== null && (
        <p>
          <Then at={rebuttal.at}>
            {nameOf(debateTimeline, seat)}{" "}
            {rebuttal.choice === null ? "answers" : CHOICES[rebuttal.choice].word}
          </Then>
          {rebuttal.choice !== "ACCEPT" && !rebuttal.news && (
            <Tag>nothing new, by its own word</Tag>
          )}
          : <UntrustedText text={rebuttal.clarified ?? rebuttal.reasoning ?? ""} refs />{" "}
          {rebuttal.because.length > 0 && (
            <>
              (convinced by <Refs ids={rebuttal.because} />)
            </>
          )}
        </p>
      )}
      {silent !== null && (
        <p class="small">
          {nameOf(debateTimeline, seat)} {describeAbsenceReason(silent.reason)}; the objection
          stays.
        </p>
      )}
    </div>
  );
}
