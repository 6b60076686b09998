/** A button, with its hotkey if it has one. */
import type { ComponentChildren } from "preact";

export function Button(props: {
  kind?: "plain" | "primary";
  hotkey?: string;
  disabled?: boolean;
  pressed?: boolean;
  /** Said instead of what it shows, where that is a picture. */
  label?: string;
  /** Shown when the pointer rests on it. */
  hint?: string;
  class?: string;
  onPress: () => void;
  children?: ComponentChildren;
}) {
  return (
    <button
      type="button"
      class={`btn${props.kind === "primary" ? " pri" : ""} ${props.class ?? ""}`}
      disabled={props.disabled}
      aria-pressed={props.pressed}
      aria-label={props.label}
      title={props.hint ?? props.label}
      aria-keyshortcuts={props.hotkey}
      onClick={props.onPress}
    >
      {props.children}
      {props.hotkey !== undefined && (
        <kbd class="hide-s" aria-hidden="true">
          {props.hotkey}
        </kbd>
      )}
    </button>
  );
}
