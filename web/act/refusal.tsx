/** What went wrong, first; then what to do about it. */
import "./fields.css";
import { Words } from "../kit/said.tsx";
import type { Refusal } from "./use-action.ts";

export function RefusalNote({ refusal }: { refusal: Refusal | null }) {
  return (
    <div role="alert" class="refusal-place">
      {refusal !== null && (
        <p class="refusal">
          <strong>
            <Words text={refusal.message} />
          </strong>{" "}
          {refusal.hint !== null && <Words text={refusal.hint} />}
        </p>
      )}
    </div>
  );
}

/** Wrong at one field, in words that the field is described by. */
export function FieldTrouble({ id, words }: { id: string; words: string | undefined }) {
  return (
    <p id={id} class="field-trouble" hidden={words === undefined}>
      {words}
    </p>
  );
}
