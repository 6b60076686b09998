/** What went wrong, and what to do about it. */
import "./fields.css";
import type { ComponentChildren, Ref } from "preact";
import { useId, useState } from "preact/hooks";

import type { PositionLane } from "../../src/timeline/debate-timeline.ts";
import { Button } from "../kit/button.tsx";
import { LaneMark, formatHueClass } from "../kit/lane-mark.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { currentPerson } from "../state/page-context.ts";
import type { ActionRefusal, ActionState } from "./use-action.ts";

export function RefusalNote({ refusal }: { refusal: ActionRefusal | null }) {
  return (
    <div role="alert" class="refusal-place">
      {refusal !== null && (
        <p class="refusal">
          <strong>
            <UntrustedText text={refusal.message} />
          </strong>{" "}
          {refusal.hint !== null && <UntrustedText text={refusal.hint} />}
        </p>
      )}
    </div>
  );
}

/** Wrong at one field, in words that the field is described by. */
export function FieldErrorNote({ id, words }: { id: string; words: string | undefined }) {
  return (
    <p id={id} class="field-trouble" hidden={words === undefined}>
      {words}
    </p>
  );
}

/** Why a person decides as they do; there is no decision without it. */
export function ReasonField(props: {
  label: string;
  value: string;
  trouble: string | undefined;
  placeholder?: string;
  field?: Ref<HTMLTextAreaElement>;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label class="lbl" for={id}>
        {props.label}
      </label>
      <textarea
        id={id}
        ref={props.field ?? null}
        rows={3}
        dir="auto"
        value={props.value}
        placeholder={props.placeholder}
        aria-invalid={props.trouble !== undefined}
        aria-describedby={`${id}-trouble`}
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
      <FieldErrorNote id={`${id}-trouble`} words={props.trouble} />
    </div>
  );
}

// The end of every form: what went wrong, and the button that does it.

export function SubmitRow(props: {
  action: ActionState;
  press: string;
  busy: string;
  kind?: "plain" | "primary";
  onPress: () => void;
}) {
  const { action } = props;
  return (
    <>
      <RefusalNote refusal={action.refusal} />
      <div class="act">
        <Button kind={props.kind ?? "primary"} disabled={action.busy} onPress={props.onPress}>
          {action.busy ? props.busy : props.press}
        </Button>
      </div>
    </>
  );
}

/** Beside the title of a card whose form a key leads to. */
export function HotkeyNote({ words, hotkey }: { words: string; hotkey: string }) {
  return (
    <>
      {words}{" "}
      <kbd class="hide-s" aria-hidden="true">
        {hotkey}
      </kbd>
    </>
  );
}

// Choices as cards, one or several of which are picked; the arrow keys work as in any group of radio buttons.

export interface PickableChoice {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly lane?: PositionLane | undefined;
  readonly note?: ComponentChildren;
}

export function ChoicePicker(props: {
  legend: string;
  choices: readonly PickableChoice[];
  chosen: ReadonlySet<string>;
  many?: boolean;
  trouble?: string | undefined;
  onPick: (id: string) => void;
}) {
  const name = useId();
  const trouble = `${name}-trouble`;
  return (
    <fieldset class="picking" aria-describedby={trouble}>
      <legend class="lbl">{props.legend}</legend>
      <div
        class={props.choices.length > 4 || !areShortLabels(props.choices) ? "pick tall" : "pick"}
      >
        {props.choices.map(({ id, label, lane, note }) => (
          <label key={id} class={lane ? formatHueClass(lane.hue) : "no-hue"}>
            <input
              type={props.many === true ? "checkbox" : "radio"}
              name={name}
              value={id}
              checked={props.chosen.has(id)}
              onChange={() => props.onPick(id)}
            />
            <span class="pick-sign" aria-hidden="true">
              {lane ? <LaneMark lane={lane} small /> : <span class="pick-box" />}
            </span>
            <span class="pick-words" dir="auto">
              {lane && <span class="sr">{lane.letter}: </span>}
              {label}
              {note !== undefined && <span class="pick-note">{note}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldErrorNote id={trouble} words={props.trouble} />
    </fieldset>
  );
}

/** Short labels are side by side. */
function areShortLabels(choices: readonly PickableChoice[]): boolean {
  return choices.every(
    ({ label, note }) => typeof label === "string" && label.length < 28 && note === undefined,
  );
}

// The command that does in a terminal what a button does here.

export function TerminalCommand({ text, says }: { text: string; says?: string }) {
  const [copied, setCopied] = useState(false);
  // a person on a team's page need not have a terminal where its debates are
  if (currentPerson.value !== null) return null;
  // a file that is opened from a disk may have no clipboard
  const clipboard = globalThis.isSecureContext ? navigator.clipboard : undefined;
  const copy = async (): Promise<void> => {
    await clipboard?.writeText(text);
    setCopied(true);
  };
  return (
    <p class="command">
      {says !== undefined && <span class="command-says">{says}</span>}
      <code>{text}</code>
      {clipboard !== undefined && (
        <button
          type="button"
          class="more"
          onClick={() => void copy().catch(() => setCopied(false))}
        >
          {copied ? "copied" : "copy"}
          <span class="sr"> the command {text}</span>
        </button>
      )}
    </p>
  );
}

/** In single quotes nothing means anything to a shell. */
export function quoteForShell(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
