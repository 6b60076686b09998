/** Holds a debate again from the step of the moment shown, with other models or with what has become known. */
import "./fork.css";
import { useId, useRef, useState } from "preact/hooks";

import type { Moment, Step, Story } from "../../src/timeline/story.ts";
import { Button } from "../kit/button.tsx";
import { plural } from "../kit/words.ts";
import { canRun, post } from "../state/api.ts";
import { mayI } from "../state/me.ts";
import { Command, quoted } from "./command.tsx";
import { dropDraft, keepDraft, keptText } from "./drafts.ts";
import { forkPoint, takenSince } from "./forking.ts";
import { debateAddress, deedPath } from "./paths.ts";
import { ReasonField } from "./reason-field.tsx";
import { SendRow } from "./send-row.tsx";
import { TakenWords } from "./taken-words.tsx";
import { usePriced } from "./use-priced.ts";

export function ForkHere({ story, moment }: { story: Story; moment: Moment }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const [open, setOpen] = useState(false);
  const { step } = moment;
  if (step === null || !mayI("run")) return null;
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
              A new debate keeps the {plural(step.at, "event")} before it; this one stays as it is.{" "}
              <TakenWords taken={takenSince(story, step.at)} />
            </p>
            {canRun.value ? (
              <ForkForm story={story} step={step} />
            ) : (
              <Command
                says="In a terminal:"
                text={`dissent fork ${quoted(story.id)} --at ${quoted(forkPoint(story, step))} --fact "what is new"`}
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

function ForkForm({ story, step }: { story: Story; step: Step }) {
  const draft = `${story.id}:fork`;
  const [models, setModels] = useState<Readonly<Record<string, string>>>({});
  const [facts, setFacts] = useState(() => keptText(draft));
  const { action, price, run } = usePriced();
  const fork = (): void =>
    run(async (agreement) => {
      const { id } = await post<{ id: string }>(deedPath(story.id, "fork"), {
        at: forkPoint(story, step),
        ...requested(models, facts),
        ...agreement,
      });
      dropDraft(draft);
      location.assign(debateAddress(id));
    });
  return (
    <>
      <ReasonField
        label="New facts, one a line; may be left empty"
        value={facts}
        trouble={undefined}
        onChange={(text) => {
          setFacts(text);
          keepDraft(draft, text);
        }}
      />
      <details class="folded">
        <summary>Other models</summary>
        <ModelFields story={story} models={models} onChange={setModels} />
      </details>
      <SendRow
        action={action}
        press={price === null ? "Fork and go on" : "Agree to the price, and go on"}
        busy="Forking…"
        onPress={fork}
      />
    </>
  );
}

function ModelFields(props: {
  story: Story;
  models: Readonly<Record<string, string>>;
  onChange: (models: Readonly<Record<string, string>>) => void;
}) {
  const prefix = useId();
  return (
    <div class="model-fields">
      {props.story.seats.map(({ id, name, model }) => (
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
function requested(
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
