/** Events recorded between turns: the opening, steps, questions to people, documents, pauses, decisions, the end. */
import type { ComponentChildren } from "preact";

import type {
  ArtifactPublication,
  DebateTimeline,
  PersonQuestion,
  TimelineStep,
} from "../../src/timeline/debate-timeline.ts";
import {
  formatClockTime,
  formatDay,
  formatInteger,
  formatNameList,
  formatPlural,
} from "../kit/format-text.ts";
import { MarkdownText, PlainText } from "../kit/markdown/markdown.tsx";
import { PositionLabel } from "../kit/position-label.tsx";
import { findSeatName } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { currentDebate } from "../state/debate-state.ts";
import type { TranscriptEntry } from "./transcript-entries.ts";
import { FoldedContent } from "./turn-details.tsx";

type NonTurnEntry = Exclude<TranscriptEntry, { kind: "turn" }>;

export function TranscriptNote({
  timeline: debateTimeline,
  entry,
}: {
  timeline: DebateTimeline;
  entry: NonTurnEntry;
}) {
  switch (entry.kind) {
    case "opened":
      return <OpeningNote timeline={debateTimeline} />;
    case "step":
      return <StepNote timeline={debateTimeline} step={entry.step} waits={entry.waits} />;
    case "question":
      return <QuestionNote question={entry.question} />;
    case "published":
      return <PublicationNote publication={entry.publication} />;
    case "decided": {
      const { choice, reason, by, blind } = entry.decision;
      return (
        <NoteFrame
          at={entry.at}
          strong
          title={`${by} decided${blind ? ", before reading the panel" : ""}`}
        >
          <PositionLabel timeline={debateTimeline} id={choice} />:{" "}
          <UntrustedText text={reason} serif />
        </NoteFrame>
      );
    }
    case "ended":
      return (
        <NoteFrame at={entry.at} strong title={`Ended: ${debateTimeline.end?.outcome.label ?? ""}`}>
          <UntrustedText text={debateTimeline.end?.outcome.summary ?? ""} />
        </NoteFrame>
      );
    case "mark":
      return (
        <NoteFrame at={entry.at} title={MARK_TITLES[entry.mark.kind] ?? "Noted"}>
          <UntrustedText text={entry.mark.words} />
        </NoteFrame>
      );
  }
}

const MARK_TITLES: Readonly<Record<string, string>> = { paused: "Pause", resumed: "Resumed" };

function NoteFrame(props: {
  at: number;
  title: string;
  strong?: boolean;
  children: ComponentChildren;
}) {
  return (
    <div class={props.strong === true ? "between-turns between-strong" : "between-turns"}>
      <strong class="between-title">{showInvisibleCharacters(props.title)}</strong>
      <div class="between-words">{props.children}</div>
      <span class="when-said">event {props.at}</span>
    </div>
  );
}

function OpeningNote({ timeline: debateTimeline }: { timeline: DebateTimeline }) {
  const opened = debateTimeline.events[0]?.fact;
  if (opened?.type !== "debate-opened") return null;
  const { sources } = opened.brief;
  return (
    <NoteFrame at={0} title={`Opened by ${debateTimeline.openedBy}`}>
      {formatDay(debateTimeline.openedMs)}, {formatClockTime(debateTimeline.openedMs)}. Seated:{" "}
      {showInvisibleCharacters(formatNameList(debateTimeline.seats.map(({ name }) => name)))}.
      {debateTimeline.notices.map((notice, index) => (
        <p key={index}>{showInvisibleCharacters(notice)}</p>
      ))}
      {sources.map(({ id, title, sha256 }) => (
        <FoldedContent
          key={id}
          title={`Source ${showInvisibleCharacters(id)}: ${showInvisibleCharacters(title)}`}
        >
          {() => <PublicationText sha256={sha256} isMarkdown />}
        </FoldedContent>
      ))}
    </NoteFrame>
  );
}

function StepNote({
  timeline: debateTimeline,
  step,
  waits,
}: {
  timeline: DebateTimeline;
  step: TimelineStep;
  waits: readonly string[];
}) {
  const names = waits.map((id) => findSeatName(debateTimeline, id));
  return (
    <header class="step-head">
      <h2>{showInvisibleCharacters(step.title)}</h2>
      <span class="sub">
        {step.blind ? "Sealed: nobody saw another's words. " : ""}
        {step.inherited ? "Taken over from the debate this one was forked from. " : ""}
        {names.length > 0 ? `Waits for ${showInvisibleCharacters(formatNameList(names))}.` : ""}
      </span>
    </header>
  );
}

function QuestionNote({ question }: { question: PersonQuestion }) {
  const { answered, choices, many } = question;
  const findChoiceLabel = (id: string): string =>
    choices.find((choice) => choice.id === id)?.label ?? id;
  return (
    <NoteFrame
      at={question.at}
      strong
      title={question.kind === "seat" ? "A person's turn" : "Put to a person"}
    >
      <UntrustedText text={question.question} serif />
      {choices.length > 0 && (
        <ul class="asked-choices">
          {choices.map(({ id, label }) => (
            <li key={id}>
              <span class="mono">{showInvisibleCharacters(id)}</span>{" "}
              {showInvisibleCharacters(label)}
            </li>
          ))}
        </ul>
      )}
      {answered === null ? (
        <p class="open-words">Not answered yet{many ? "; several may be chosen" : ""}.</p>
      ) : (
        <p>
          {showInvisibleCharacters(answered.by)} answered, event {answered.at}
          {answered.choice === "" ? "." : ": "}
          {answered.choice !== "" && (
            <>
              <strong>
                {showInvisibleCharacters(
                  formatNameList(answered.choice.split(",").map(findChoiceLabel)),
                )}
              </strong>
              {answered.reason !== "" && <UntrustedText text={`. ${answered.reason}`} serif />}
            </>
          )}
        </p>
      )}
    </NoteFrame>
  );
}

function PublicationNote({
  publication: { at, name, sha256, bytes },
}: {
  publication: ArtifactPublication;
}) {
  return (
    <NoteFrame at={at} title="Document published">
      <span class="mono">{showInvisibleCharacters(name)}</span>, {formatPlural(bytes, "byte")}
      <FoldedContent title="Read it">
        {() => (
          <>
            <p class="sub">
              SHA-256 <span class="mono hash">{sha256}</span>
            </p>
            <PublicationText sha256={sha256} isMarkdown={name.endsWith(".md")} />
          </>
        )}
      </FoldedContent>
    </NoteFrame>
  );
}

function PublicationText({ sha256, isMarkdown }: { sha256: string; isMarkdown: boolean }) {
  const text = currentDebate.value?.texts[sha256];
  if (text === undefined) {
    const isLong = currentDebate.value?.leftOut?.includes(sha256) ?? false;
    const why = isLong
      ? "It is too long for the page; the journal file has it."
      : "Its text is not at hand.";
    return <p class="sub">{why}</p>;
  }
  return (
    <div class="text-of serif" aria-label={`${formatInteger(text.length)} characters`}>
      {isMarkdown ? <MarkdownText text={text} under={3} /> : <PlainText text={text} />}
    </div>
  );
}
