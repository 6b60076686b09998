/** A debate that runs can be paused, one that stands still can go on. */
import { useId, useState } from "preact/hooks";

import type { Moment, Story } from "../../src/timeline/story.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { Words } from "../kit/said.tsx";
import { useKey } from "../kit/use-key.ts";
import { canRun, post } from "../state/api.ts";
import { Command, quoted } from "./command.tsx";
import { deedPath } from "./paths.ts";
import { FieldTrouble, RefusalNote } from "./refusal.tsx";
import { raised, type Stop, stopAt, stopWords } from "./stops.ts";
import { useAction } from "./use-action.ts";

/** Pressed once it lets the present turns land; pressed again it drops them. */
export function PauseCard({ story }: { story: Story }) {
  const [asked, setAsked] = useState<"no" | "after-turn" | "drop">("no");
  const action = useAction();
  const pause = (): void => {
    if (asked === "drop" || !canRun.value) return;
    const drop = asked === "after-turn";
    action.run(async () => {
      await post(deedPath(story.id, "pause"), drop ? { drop } : {});
      setAsked(drop ? "drop" : "after-turn");
    });
  };
  useKey("p", pause);
  if (!canRun.value) return null;
  return (
    <Card title="Under way" note="nothing is asked of you">
      <div class="pad">
        <p class="remark" aria-live="polite">
          {SAID[asked]}
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

const SAID = {
  no: "",
  "after-turn":
    "It pauses when those who are speaking have finished. Press again to drop what they say; they are asked again later.",
  drop: "What is being said is dropped; they are asked again when it goes on.",
} as const;

export function ResumeCard(props: { story: Story; moment: Moment; stranded: boolean }) {
  const { story, stranded } = props;
  const stop = stranded ? null : stopAt(story, props.moment);
  if (!canRun.value) {
    const limit = stop?.limit ?? null;
    const flag = limit === null ? "" : ` ${FLAGS[limit]} ${raised(stop?.now ?? null, limit)}`;
    return (
      <Card title={stranded ? "Not under way" : "Paused"}>
        <div class="pad">
          <Why stop={stop} />
          <Command says="Go on in a terminal:" text={`dissent resume ${quoted(story.id)}${flag}`} />
        </div>
      </Card>
    );
  }
  return (
    <Card title={stranded ? "Nobody holds it" : "Paused"} class="pressing" note="nothing is lost">
      <div class="pad">
        <Why stop={stop} />
        <ResumeForm story={story} stop={stop} />
      </div>
    </Card>
  );
}

const FLAGS = { usd: "--budget", calls: "--max-calls" } as const;

function Why({ stop }: { stop: Stop | null }) {
  return (
    <p>
      <Words
        text={
          stop === null
            ? "The process that held this debate has stopped without a word. Calls that were under way are made again."
            : stopWords(stop)
        }
      />
    </p>
  );
}

function ResumeForm({ story, stop }: { story: Story; stop: Stop | null }) {
  const id = useId();
  const limit = stop?.limit ?? null;
  const [amount, setAmount] = useState(() =>
    limit === null ? "" : String(raised(stop?.now ?? null, limit)),
  );
  const [tried, setTried] = useState(false);
  const action = useAction();
  const wanted = Number(amount.replace(",", "."));
  const wrong = limit === null ? undefined : troubleWith(wanted, limit, stop?.now ?? null);
  const resume = (): void => {
    setTried(true);
    if (wrong !== undefined) return;
    action.run(async () => {
      await post(
        deedPath(story.id, "resume"),
        limit === null ? {} : { limits: { [limit]: wanted } },
      );
    });
  };
  useKey("p", resume);
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
          <FieldTrouble id={`${id}-trouble`} words={tried ? wrong : undefined} />
        </div>
      )}
      {stop?.reason === "limit" && limit === null && (
        <Command
          says="This limit is raised in a terminal:"
          text={`dissent resume ${quoted(story.id)} --max-tokens 200000 --max-time 30m`}
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

function troubleWith(
  wanted: number,
  limit: "usd" | "calls",
  now: number | null,
): string | undefined {
  if (!Number.isFinite(wanted) || wanted <= 0) return "Write a number above zero.";
  if (limit === "calls" && !Number.isInteger(wanted)) return "Write a whole number.";
  return now !== null && wanted <= now ? `The limit is ${now} now; write more.` : undefined;
}
