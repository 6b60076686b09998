/** What went wrong, first; then what to do about it. */
import "./fields.css";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import type { ActionRefusal } from "./use-action.ts";

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
