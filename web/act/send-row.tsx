/** The end of every form: what went wrong, and the button that does it. */
import { Button } from "../kit/button.tsx";
import { RefusalNote } from "./form-controls.tsx";
import type { ActionState } from "./use-action.ts";

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
