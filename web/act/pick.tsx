/** Choices as cards, one or several of which are picked; the arrow keys work as in any group of radio buttons. */
import "./pick.css";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

import type { PositionLane } from "../../src/timeline/debate-timeline.ts";
import { formatHueClass, LaneMark } from "../kit/lane-mark.tsx";
import { FieldErrorNote } from "./form-controls.tsx";

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
              {note !== undefined && <small>{note}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldErrorNote id={trouble} words={props.trouble} />
    </fieldset>
  );
}

/** Short labels stand side by side. */
function areShortLabels(choices: readonly PickableChoice[]): boolean {
  return choices.every(
    ({ label, note }) => typeof label === "string" && label.length < 28 && note === undefined,
  );
}
