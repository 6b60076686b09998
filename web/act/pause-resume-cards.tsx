/** Pauses a running debate, and resumes a paused one. */
import { useId, useState } from "preact/hooks";

import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { useHotkey } from "../kit/hotkeys.ts";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { canRun, postJson } from "../state/server-api.ts";
import { FieldErrorNote, RefusalNote, TerminalCommand, quoteForShell } from "./form-controls.tsx";
import {
  type PauseCause,
  describePauseCause,
  findPauseCause,
  proposeRaisedLimit,
} from "./person-tasks.ts";
import { buildActionPath, useAction } from "./use-action.ts";

/** Pressed once it lets the present turns land; pressed again it drops them. */
export function PauseCard({ timeline: debateTimeline }: { timeline: DebateTimeline }) {
  const [asked, setAsked] = useState<"no" | "after-turn" | "drop">("no");
  const action = useAction();
  const pause = (): void => {
    if (asked === "drop" || !canRun.value) return;
    const drop = asked === "after-turn";
    action.run(async () => {
      await postJson(buildActionPath(debateTimeline.id, "pause"), drop ? { drop } : {});
      setAsked(drop ? "drop" : "after-turn");
    });
  };
  useHotkey("p", pause);
  if (!canRun.value) return null;
  return (
    <Card title="Under way" note="nothing is asked of you">
      <div class="pad">
        <p class="remark" aria-live="polite">
          {PAUSE_MESSAGES[asked]}
        </p>
        <RefusalNote refusal={action.refusal} />
        <div class="act">
          <Button hotkey="P" disabled={action.busy || asked === "drop"} onPress={pause}>
            {asked === "no" ? "Pause after this turn" : "Drop what is being said"}
          </Button>
        </div>
      </div>
    </Card>
  );
}

const PAUSE_MESSAGES = {
  no: "",
  "after-turn":
    "It pauses when those who are speaking have finished. Press again to drop what they say; they are asked again later.",
  drop: "What is being said is dropped; they are asked again when it goes on.",
} as const;

export function ResumeCard(props: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
  stranded: boolean;
}) {
  const { timeline: debateTimeline, stranded } = props;
  const stop = stranded ? null : findPauseCause(debateTimeline, props.snapshot);
  if (!canRun.value) {
    const limit = stop?.limit ?? null;
    const flag =
      limit === null
        ? ""
        : ` ${LIMIT_FLAGS[limit]} ${proposeRaisedLimit(stop?.now ?? null, limit)}`;
    return (
      <Card title={stranded ? "Not under way" : "Paused"}>
        <div class="pad">
          <PauseReason stop={stop} />
          <TerminalCommand
            says="Go on in a terminal:"
            text={`dissent resume ${quoteForShell(debateTimeline.id)}${flag}`}
          />
        </div>
      </Card>
    );
  }
  return (
    <Card title={stranded ? "Nobody holds it" : "Paused"} class="pressing" note="nothing is lost">
      <div class="pad">
        <PauseReason stop={stop} />
        <ResumeForm timeline={debateTimeline} stop={stop} />
      </div>
    </Card>
  );
}

const LIMIT_FLAGS = { usd: "--budget", calls: "--max-calls" } as const;

function PauseReason({ stop }: { stop: PauseCause | null }) {
  return (
    <p>
      <UntrustedText
        text={
          stop === null
            ? "The process that held this debate has stopped without a word. Calls that were under way are made again."
            : describePauseCause(stop)
        }
      />
    </p>
  );
}

function ResumeForm({
  timeline: debateTimeline,
  stop,
}: {
  timeline: DebateTimeline;
  stop: PauseCause | null;
}) {
  const id = useId();
  const limit = stop?.limit ?? null;
  const [amount, setAmount] = useState(() =>
    limit === null ? "" : String(proposeRaisedLimit(stop?.now ?? null, limit)),
  );
  const [tried, setTried] = useState(false);
  const action = useAction();
  const wanted = Number(amount.replace(",", "."));
  const wrong = limit === null ? undefined : validateRaisedLimit(wanted, limit, stop?.now ?? null);
  const resume = (): void => {
    setTried(true);
    if (wrong !== undefined) return;
    action.run(async () => {
      await postJson(
        buildActionPath(debateTimeline.id, "resume"),
        limit === null ? {} : { limits: { [limit]: wanted } },
      );
    });
  };
  useHotkey("p", resume);
  return (
    <>
      {limit !== null && (
        <div class="field">
          <label class="lbl" for={id}>
            {limit === "usd" ? "New limit in dollars, in all" : "New limit of calls, in all"}
          </label>
          <input
            id={id}
            inputMode="decimal"
            class="short num"
            value={amount}
            aria-invalid={tried && wrong !== undefined}
            aria-describedby={`${id}-trouble`}
            onInput={(event) => setAmount(event.currentTarget.value)}
          />
          <FieldErrorNote id={`${id}-trouble`} words={tried ? wrong : undefined} />
        </div>
      )}
      {stop?.reason === "limit" && limit === null && (
        <TerminalCommand
          says="This limit is raised in a terminal:"
          text={`dissent resume ${quoteForShell(debateTimeline.id)} --max-tokens 200000 --max-time 30m`}
        />
      )}
      <RefusalNote refusal={action.refusal} />
      <div class="act">
        <Button kind="primary" hotkey="P" disabled={action.busy} onPress={resume}>
          {action.busy ? "Resuming…" : "Resume"}
        </Button>
      </div>
    </>
  );
}

function validateRaisedLimit(
  wanted: number,
  limit: "usd" | "calls",
  now: number | null,
): string | undefined {
  if (!Number.isFinite(wanted) || wanted <= 0) return "Write a number above zero.";
  if (limit === "calls" && !Number.isInteger(wanted)) return "Write a whole number.";
  return now !== null && wanted <= now ? `The limit is ${now} now; write more.` : undefined;
}
