/** Which keys do what. */
import { useRef } from "preact/hooks";

import { Button } from "../kit/button.tsx";
import { useHotkey } from "../kit/use-key.ts";
import { canAct } from "../state/page-context.ts";

const NAVIGATION_HOTKEYS: readonly (readonly [string, string])[] = [
  ["Floor, Transcript, Challenges, Document, Record", "1 2 3 4 5"],
  ["One event back or forth", "← →"],
  ["The newest event", "L"],
  ["Next or previous turn, in the transcript", "j k"],
  ["Search", "/"],
  ["Light or dark", "T"],
  ["This help", "?"],
];

const ACTION_HOTKEYS: readonly (readonly [string, string])[] = [
  ["Pause after this turn, or go on", "P"],
  ["Decide", "D"],
];

const HELP_DIALOG_ID = "help";

export function openHelpDialog(): void {
  const dialog = document.getElementById(HELP_DIALOG_ID);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

export function HelpDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  useHotkey("?", openHelpDialog);
  return (
    <dialog id={HELP_DIALOG_ID} ref={ref} aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl class="help">
        {[...NAVIGATION_HOTKEYS, ...(canAct.value ? ACTION_HOTKEYS : [])].map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p class="sub">
        Colour, letter and shape mean an option, never a person. Red means that someone moved, or
        that something is open. A ring is how sure the speaker says it is.
      </p>
      <div class="act">
        <Button kind="primary" onPress={() => ref.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
