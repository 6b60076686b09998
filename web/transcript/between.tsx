/** What is recorded between turns: the opening, steps, questions to people, documents, pauses, decisions, the end. */
import type { ComponentChildren } from "preact";

import type { Publication, Question, Step, Story } from "../../src/timeline/story.ts";
import { Markdown, Plain } from "../kit/markdown.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { clock, count, day, listed, plural } from "../kit/words.ts";
import { debate } from "../state/debate.ts";
import type { Entry } from "./entries.ts";
import { OnDemand } from "./on-demand.tsx";
import { Position } from "./position.tsx";

type Other = Exclude<Entry, { kind: "turn" }>;

export function Between({ story, entry }: { story: Story; entry: Other }) {
  switch (entry.kind) {
    case "opened":
      return <Opened story={story} />;
    case "step":
      return <StepHead story={story} step={entry.step} waits={entry.waits} />;
    case "question":
      return <Asked question={entry.question} />;
    case "published":
      return <Published publication={entry.publication} />;
    case "decided": {
      const { choice, reason, by, blind } = entry.decision;
      return (
        <Note
          at={entry.at}
          strong
          title={`${by} decided${blind ? ", before reading the panel" : ""}`}
        >
          <Position story={story} id={choice} />: <Words text={reason} serif />
        </Note>
      );
    }
    case "ended":
      return (
        <Note at={entry.at} strong title={`Ended: ${story.end?.outcome.label ?? ""}`}>
          <Words text={story.end?.outcome.summary ?? ""} />
        </Note>
      );
    case "mark":
      return (
        <Note at={entry.at} title={MARKS[entry.mark.kind] ?? "Noted"}>
          <Words text={entry.mark.words} />
        </Note>
      );
  }
}

const MARKS: Readonly<Record<string, string>> = { paused: "Pause", resumed: "Resumed" };

function Note(props: { at: number; title: string; strong?: boolean; children: ComponentChildren }) {
  return (
    <div class={props.strong === true ? "between-turns between-strong" : "between-turns"}>
      <strong class="between-title">{visible(props.title)}</strong>
      <div class="between-words">{props.children}</div>
      <span class="when-said">event {props.at}</span>
    </div>
  );
}

function Opened({ story }: { story: Story }) {
  const opened = story.events[0]?.fact;
  if (opened?.type !== "debate-opened") return null;
  const { sources } = opened.brief;
  return (
    <Note at={0} title={`Opened by ${story.openedBy}`}>
      {day(story.openedMs)}, {clock(story.openedMs)}. Seated:{" "}
      {visible(listed(story.seats.map(({ name }) => name)))}.
      {story.notices.map((notice, index) => (
        <p key={index}>{visible(notice)}</p>
      ))}
      {sources.map(({ id, title, sha256 }) => (
        <OnDemand key={id} title={`Source ${visible(id)}: ${visible(title)}`}>
          {() => <TextOf sha256={sha256} isMarkdown />}
        </OnDemand>
      ))}
    </Note>
  );
}

function StepHead({ story, step, waits }: { story: Story; step: Step; waits: readonly string[] }) {
  const names = waits.map((id) => story.seats.find((seat) => seat.id === id)?.name ?? id);
  return (
    <header class="step-head">
      <h2>{visible(step.title)}</h2>
      <span class="sub">
        {step.blind ? "Sealed: nobody saw another's words. " : ""}
        {step.inherited ? "Taken over from the debate this one was forked from. " : ""}
        {names.length > 0 ? `Waits for ${visible(listed(names))}.` : ""}
      </span>
    </header>
  );
}

function Asked({ question }: { question: Question }) {
  const { answered, choices, many } = question;
  const labelOf = (id: string): string => choices.find((choice) => choice.id === id)?.label ?? id;
  return (
    <Note
      at={question.at}
      strong
      title={question.kind === "seat" ? "A person's turn" : "Put to a person"}
    >
      <Words text={question.question} serif />
      {choices.length > 0 && (
        <ul class="asked-choices">
          {choices.map(({ id, label }) => (
            <li key={id}>
              <span class="mono">{visible(id)}</span> {visible(label)}
            </li>
          ))}
        </ul>
      )}
      {answered === null ? (
        <p class="open-words">Not answered yet{many ? "; several may be chosen" : ""}.</p>
      ) : (
        <p>
          {visible(answered.by)} answered, event {answered.at}
          {answered.choice === "" ? "." : ": "}
          {answered.choice !== "" && (
            <>
              <strong>{visible(listed(answered.choice.split(",").map(labelOf)))}</strong>
              {answered.reason !== "" && <Words text={`. ${answered.reason}`} serif />}
            </>
          )}
        </p>
      )}
    </Note>
  );
}

function Published({ publication: { at, name, sha256, bytes } }: { publication: Publication }) {
  return (
    <Note at={at} title="Document published">
      <span class="mono">{visible(name)}</span>, {plural(bytes, "byte")}
      <OnDemand title="Read it">
        {() => (
          <>
            <p class="sub">
              SHA-256 <span class="mono hash">{sha256}</span>
            </p>
            <TextOf sha256={sha256} isMarkdown={name.endsWith(".md")} />
          </>
        )}
      </OnDemand>
    </Note>
  );
}

function TextOf({ sha256, isMarkdown }: { sha256: string; isMarkdown: boolean }) {
  const text = debate.value?.texts[sha256];
  if (text === undefined) {
    const isLong = debate.value?.leftOut?.includes(sha256) ?? false;
    const why = isLong
      ? "It is too long for the page; the journal file has it."
      : "Its text is not at hand.";
    return <p class="sub">{why}</p>;
  }
  return (
    <div class="text-of serif" aria-label={`${count(text.length)} characters`}>
      {isMarkdown ? <Markdown text={text} under={3} /> : <Plain text={text} />}
    </div>
  );
}
