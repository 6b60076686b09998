/** The details of a turn, on demand: the prompt, the raw answer, and what was rejected. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { DebateTimeline, TimelineTurn } from "../../src/timeline/debate-timeline.ts";
import { formatInteger, formatPlural, formatStopwatch, formatUsd } from "../kit/format-text.ts";
import { PlainText } from "../kit/markdown/markdown.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { currentDebate } from "../state/debate-state.ts";
import { pageKind } from "../state/page-context.ts";
import { fetchJson } from "../state/server-api.ts";

export function TurnDetails({
  timeline: debateTimeline,
  turn,
}: {
  timeline: DebateTimeline;
  turn: TimelineTurn;
}) {
  const raw = findRawReply(debateTimeline, turn);
  return (
    <div class="turn-behind">
      <p class="turn-took">{formatTurnUsage(turn)}</p>
      {turn.rejected.map(({ at, problems, raw: text }) => (
        <FoldedContent
          key={at}
          title={`Sent back: ${showInvisibleCharacters(problems[0] ?? "not valid")}`}
        >
          {() => (
            <>
              <ul>
                {problems.map((problem, index) => (
                  <li key={index}>{showInvisibleCharacters(problem)}</li>
                ))}
              </ul>
              <PlainText text={text} />
            </>
          )}
        </FoldedContent>
      ))}
      {turn.reply !== null && (
        <FoldedContent title="Raw reply">
          {() => <PlainText text={JSON.stringify(turn.reply, null, 2)} />}
        </FoldedContent>
      )}
      {raw !== null && (
        <FoldedContent title="What came instead">{() => <PlainText text={raw} />}</FoldedContent>
      )}
      <FoldedContent title="Prompt">
        {() => <TurnPrompt timeline={debateTimeline} turn={turn} />}
      </FoldedContent>
    </div>
  );
}

function findRawReply({ events }: DebateTimeline, { at }: TimelineTurn): string | null {
  const fact = events[at]?.fact;
  return fact?.type === "participant-absent" ? fact.raw : null;
}

/** "anthropic/claude, 2.1 s, 1,204 + 310 tokens, $0.012" */
function formatTurnUsage({
  served,
  provider,
  latencyMs,
  tokens,
  costUsd,
  unpriced,
}: TimelineTurn): string {
  const speaker = served.startsWith(provider) ? served : `${provider}/${served}`;
  const cached = tokens.cached > 0 ? ` (${formatInteger(tokens.cached)} from a cache)` : "";
  return [
    showInvisibleCharacters(speaker),
    formatStopwatch(latencyMs),
    ...(tokens.input + tokens.output > 0
      ? [`${formatInteger(tokens.input)} tokens in${cached}, ${formatInteger(tokens.output)} out`]
      : []),
    unpriced ? "price unknown" : formatUsd(costUsd),
  ].join(" · ");
}

interface RenderedPromptState {
  readonly prompt: string | null;
  readonly matches: boolean | null;
  readonly trouble: string | null;
}

function TurnPrompt({
  timeline: debateTimeline,
  turn,
}: {
  timeline: DebateTimeline;
  turn: TimelineTurn;
}) {
  const inside = currentDebate.value?.prompts?.[turn.key];
  const [shown, setShown] = useState<RenderedPromptState | null>(
    inside === undefined ? null : { prompt: inside, matches: true, trouble: null },
  );
  useEffect(() => {
    if (shown !== null) return;
    if (pageKind.value !== "debate") {
      setShown({ prompt: null, matches: null, trouble: "This report holds no prompts." });
      return;
    }
    const id = encodeURIComponent(currentDebate.value?.id ?? "");
    fetchJson<{ prompt: string; matches: boolean }>(
      `/api/debates/${id}/prompts?key=${encodeURIComponent(turn.key)}`,
    ).then(
      ({ prompt, matches }) => setShown({ prompt, matches, trouble: null }),
      (error: unknown) =>
        setShown({
          prompt: null,
          matches: null,
          trouble: error instanceof Error ? error.message : String(error),
        }),
    );
  }, [turn.key]);
  return (
    <>
      <PromptCommitment timeline={debateTimeline} turn={turn} matches={shown?.matches ?? null} />
      {shown === null && <p class="sub">Rendering it again.</p>}
      {shown?.trouble && <p class="sub">{shown.trouble}</p>}
      {shown?.prompt !== null && shown !== null && <PlainText text={shown.prompt ?? ""} />}
    </>
  );
}

const PROMPT_RENDERED_NOTES = {
  here: "The prompt below was rendered again from the journal and has this hash.",
  report: "The prompt below was rendered again when this report was written, and had this hash.",
};

/** The hash that was written down before the prompt was sent. */
function PromptCommitment(props: {
  timeline: DebateTimeline;
  turn: TimelineTurn;
  matches: boolean | null;
}) {
  const { timeline: debateTimeline, turn, matches } = props;
  const step = debateTimeline.steps.find((one) => one.step === turn.step);
  const ask = step?.asked.find(({ seat, at }) => seat === turn.seat && at === turn.askedAt);
  if (ask === undefined) return null;
  const reveals = ask.reveals.length;
  return (
    <p class="sub">
      Committed before it was sent, event {ask.at}: <span class="mono hash">{ask.prompt}</span>,{" "}
      {formatInteger(ask.bytes)} bytes,{" "}
      {reveals === 0
        ? "shows nobody else's words"
        : `shows the words of ${formatPlural(reveals, "earlier turn")}`}
      . {matches === true && PROMPT_RENDERED_NOTES[pageKind.value === "debate" ? "here" : "report"]}
      {matches === false && <strong>The prompt below does not have this hash.</strong>}
    </p>
  );
}

// Something long that is there when it is asked for, and costs nothing before.

export function FoldedContent(props: {
  title: ComponentChildren;
  children: () => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="on-demand"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{props.title}</summary>
      {isOpen && <div class="on-demand-body">{props.children()}</div>}
    </details>
  );
}
