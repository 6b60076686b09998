/** What stands behind a turn, on demand: what was asked, what came back as it was, what was sent back. */
import { useEffect, useState } from "preact/hooks";

import type { Story, Turn } from "../../src/timeline/story.ts";
import { Plain } from "../kit/markdown.tsx";
import { visible } from "../kit/visible.ts";
import { count, duration, plural, usd } from "../kit/words.ts";
import { get } from "../state/api.ts";
import { debate } from "../state/debate.ts";
import { place } from "../state/place.ts";
import { OnDemand } from "./on-demand.tsx";

export function TurnDetails({ story, turn }: { story: Story; turn: Turn }) {
  const raw = rawOf(story, turn);
  return (
    <div class="turn-behind">
      <p class="turn-took">{tookWords(turn)}</p>
      {turn.rejected.map(({ at, problems, raw: text }) => (
        <OnDemand key={at} title={`Sent back: ${visible(problems[0] ?? "not valid")}`}>
          {() => (
            <>
              <ul>
                {problems.map((problem, index) => (
                  <li key={index}>{visible(problem)}</li>
                ))}
              </ul>
              <Plain text={text} />
            </>
          )}
        </OnDemand>
      ))}
      {turn.reply !== null && (
        <OnDemand title="Raw reply">
          {() => <Plain text={JSON.stringify(turn.reply, null, 2)} />}
        </OnDemand>
      )}
      {raw !== null && <OnDemand title="What came instead">{() => <Plain text={raw} />}</OnDemand>}
      <OnDemand title="Prompt">{() => <Prompt story={story} turn={turn} />}</OnDemand>
    </div>
  );
}

function rawOf({ events }: Story, { at }: Turn): string | null {
  const fact = events[at]?.fact;
  return fact?.type === "participant-absent" ? fact.raw : null;
}

/** "anthropic/claude, 2.1 s, 1,204 + 310 tokens, $0.012" */
function tookWords({ served, provider, latencyMs, tokens, costUsd, unpriced }: Turn): string {
  const speaker = served.startsWith(provider) ? served : `${provider}/${served}`;
  const cached = tokens.cached > 0 ? ` (${count(tokens.cached)} from a cache)` : "";
  return [
    visible(speaker),
    duration(latencyMs),
    ...(tokens.input + tokens.output > 0
      ? [`${count(tokens.input)} tokens in${cached}, ${count(tokens.output)} out`]
      : []),
    unpriced ? "price unknown" : usd(costUsd),
  ].join(" · ");
}

interface Shown {
  readonly prompt: string | null;
  readonly matches: boolean | null;
  readonly trouble: string | null;
}

function Prompt({ story, turn }: { story: Story; turn: Turn }) {
  const inside = debate.value?.prompts?.[turn.key];
  const [shown, setShown] = useState<Shown | null>(
    inside === undefined ? null : { prompt: inside, matches: true, trouble: null },
  );
  useEffect(() => {
    if (shown !== null) return;
    if (place.value !== "debate") {
      setShown({ prompt: null, matches: null, trouble: "This report holds no prompts." });
      return;
    }
    const id = encodeURIComponent(debate.value?.id ?? "");
    get<{ prompt: string; matches: boolean }>(
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
      <Commitment story={story} turn={turn} matches={shown?.matches ?? null} />
      {shown === null && <p class="sub">Rendering it again.</p>}
      {shown?.trouble && <p class="sub">{shown.trouble}</p>}
      {shown?.prompt !== null && shown !== null && <Plain text={shown.prompt ?? ""} />}
    </>
  );
}

const RENDERED = {
  here: "The prompt below was rendered again from the journal and has this hash.",
  report: "The prompt below was rendered again when this report was written, and had this hash.",
};

/** The hash that was written down before the prompt was sent. */
function Commitment(props: { story: Story; turn: Turn; matches: boolean | null }) {
  const { story, turn, matches } = props;
  const step = story.steps.find((one) => one.step === turn.step);
  const ask = step?.asked.find(({ seat, at }) => seat === turn.seat && at === turn.askedAt);
  if (ask === undefined) return null;
  const reveals = ask.reveals.length;
  return (
    <p class="sub">
      Committed before it was sent, event {ask.at}: <span class="mono hash">{ask.prompt}</span>,{" "}
      {count(ask.bytes)} bytes,{" "}
      {reveals === 0
        ? "shows nobody else's words"
        : `shows the words of ${plural(reveals, "earlier turn")}`}
      . {matches === true && RENDERED[place.value === "debate" ? "here" : "report"]}
      {matches === false && <strong>The prompt below does not have this hash.</strong>}
    </p>
  );
}
