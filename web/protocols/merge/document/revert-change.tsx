/** Reverts one change: the same merge without it, as a new debate. It calls no model. */
import { useState } from "preact/hooks";

import type { MergedChange } from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import { ReasonField, RefusalNote } from "../../../act/form-controls.tsx";
import { useAction } from "../../../act/use-action.ts";
import { Button } from "../../../kit/button.tsx";
import { postJson } from "../../../state/server-api.ts";

export function RevertChangeForm({ debate, change }: { debate: string; change: MergedChange }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const { busy, refusal, run } = useAction();
  if (!isOpen) {
    return (
      <div class="act">
        <Button onPress={() => setOpen(true)}>Revert change {change.number}</Button>
      </div>
    );
  }
  const revert = (): void =>
    run(async () => {
      const words = reason.trim();
      const body = { changes: [change.number], ...(words !== "" && { reason: words }) };
      const path = `/api/debates/${encodeURIComponent(debate)}/revert`;
      const { id } = await postJson<{ readonly id: string }>(path, body);
      location.assign(`/debates/${encodeURIComponent(id)}#/document`);
    });
  return (
    <form
      class="doc-back"
      onSubmit={(event) => {
        event.preventDefault();
        revert();
      }}
    >
      <p>
        A new merge is made without change {change.number}. Every answer is kept, nobody is asked
        again, and this one stays as it is.
      </p>
      <ReasonField
        label="Why, for the record (may be left empty)"
        value={reason}
        trouble={undefined}
        onChange={setReason}
      />
      <RefusalNote refusal={refusal} />
      <div class="act">
        <Button kind="primary" disabled={busy} onPress={revert}>
          {busy ? "Merging without it" : `Merge without change ${change.number}`}
        </Button>
        <Button disabled={busy} onPress={() => setOpen(false)}>
          Keep it
        </Button>
      </div>
    </form>
  );
}
