/** Reruns a debate from the step on screen, with other models or with new facts. */
import { useId, useRef, useState } from "preact/hooks";

import type {
  DebateSnapshot,
  DebateTimeline,
  TimelineStep,
} from "../../src/timeline/debate-timeline.ts";
import { Button } from "../kit/button.tsx";
import { formatPlural, formatUsd } from "../kit/format-text.ts";
import { buildDebateHref } from "../state/home-state.ts";
import { hasPersonScope } from "../state/page-context.ts";
import { canRun, postJson } from "../state/server-api.ts";
import { formatForkPoint, sumUsageSince } from "./fork-planning.ts";
import { ReasonField, SubmitRow, TerminalCommand, quoteForShell } from "./form-controls.tsx";
import { deleteStoredDraft, loadStoredText, storeDraft } from "./form-drafts.ts";
import { buildActionPath, usePricedAction } from "./use-action.ts";

export function ForkDialog({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const [open, setOpen] = useState(false);
  const { step } = snapshot;
  if (step === null || !hasPersonScope("run")) return null;
  const show = (): void => {
    setOpen(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <Button label={`Fork from here: hold “${step.title}” again`} onPress={show}>
        Fork
      </Button>
      <dialog ref={dialog} class="fork" aria-labelledby={title} onClose={() => setOpen(false)}>
        <h2 id={title}>Hold it again from “{step.title}”</h2>
        {open && (
          <>
            <p class="sub">
              A new debate keeps the {formatPlural(step.at, "event")} before it; this one stays as
              it is. <UsageEstimate taken={sumUsageSince(debateTimeline, step.at)} />
            </p>
            {canRun.value ? (
              <ForkForm timeline={debateTimeline} step={step} />
            ) : (
              <TerminalCommand
                says="In a terminal:"
                text={`dissent resume ${quoteForShell(debateTimeline.id)} --fork --at ${quoteForShell(formatForkPoint(debateTimeline, step))} --fact "what is new"`}
              />
            )}
          </>
        )}
        <div class="act">
          <Button onPress={() => dialog.current?.close()}>Close</Button>
        </div>
      </dialog>
    </>
  );
}

function ForkForm({
  timeline: debateTimeline,
  step,
}: {
  timeline: DebateTimeline;
  step: TimelineStep;
}) {
  const draft = `${debateTimeline.id}:fork`;
  const [models, setModels] = useState<Readonly<Record<string, string>>>({});
  const [facts, setFacts] = useState(() => loadStoredText(draft));
  const { action, price, run } = usePricedAction();
  const fork = (): void =>
    run(async (agreement) => {
      const { id } = await postJson<{ id: string }>(buildActionPath(debateTimeline.id, "fork"), {
        at: formatForkPoint(debateTimeline, step),
        ...buildForkChanges(models, facts),
        ...agreement,
      });
      deleteStoredDraft(draft);
      location.assign(buildDebateHref(id));
    });
  return (
    <>
      <ReasonField
        label="New facts, one a line; may be left empty"
        value={facts}
        trouble={undefined}
        onChange={(text) => {
          setFacts(text);
          storeDraft(draft, text);
        }}
      />
      <details class="folded">
        <summary>Other models</summary>
        <ForkModelFields timeline={debateTimeline} models={models} onChange={setModels} />
      </details>
      <SubmitRow
        action={action}
        press={price === null ? "Fork and go on" : "Agree to the price, and go on"}
        busy="Forking…"
        onPress={fork}
      />
    </>
  );
}

function ForkModelFields(props: {
  timeline: DebateTimeline;
  models: Readonly<Record<string, string>>;
  onChange: (models: Readonly<Record<string, string>>) => void;
}) {
  const prefix = useId();
  return (
    <div class="model-fields">
      {props.timeline.seats.map(({ id, name, model }) => (
        <div key={id} class="field">
          <label class="lbl" for={`${prefix}-${id}`}>
            {name}
          </label>
          <input
            id={`${prefix}-${id}`}
            value={props.models[id] ?? ""}
            placeholder={model}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) =>
              props.onChange({ ...props.models, [id]: event.currentTarget.value })
            }
          />
        </div>
      ))}
    </div>
  );
}

/** Only what differs is sent. */
function buildForkChanges(
  models: Readonly<Record<string, string>>,
  facts: string,
): { models?: Record<string, string>; facts?: string[] } {
  const others = Object.entries(models)
    .map(([seat, model]) => [seat, model.trim()] as const)
    .filter(([, model]) => model !== "");
  const said = facts
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return {
    ...(others.length > 0 && { models: Object.fromEntries(others) }),
    ...(said.length > 0 && { facts: said }),
  };
}

// What a part of a debate took, as the best estimate of what it takes again.

export function UsageEstimate({
  taken,
}: {
  taken: { calls: number; usd: number; unpriced: boolean };
}) {
  const { calls, unpriced } = taken;
  const price = taken.usd === 0 && !unpriced ? "nothing" : formatUsd(taken.usd);
  return (
    <>
      From there it took {formatPlural(calls, "call")} and cost {price}
      {unpriced && ", not counting calls of unknown price"}; with the same models, expect about the
      same again.
    </>
  );
}
