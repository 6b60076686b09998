/** A choice and its reason: the form behind every decision. What was typed is kept until it is recorded. */
import type { ComponentChildren, Ref } from "preact";
import { useState } from "preact/hooks";

import { ChoicePicker, type PickableChoice } from "./pick.tsx";
import { ReasonField } from "./reason-field.tsx";
import { SubmitRow } from "./send-row.tsx";
import { useAction } from "./use-action.ts";
import { readDraftFields, readDraftText, useFormDraft } from "./use-draft.ts";

export interface MadeDecision {
  readonly choice: string;
  readonly reason: string;
}

export function DecisionFields(props: {
  /** Under which what is typed is kept. */
  draft: string;
  /** Taken where nothing is kept. */
  first?: MadeDecision;
  choices: readonly PickableChoice[];
  legend: string;
  reasonLabel: string;
  press: string;
  field?: Ref<HTMLDivElement>;
  /** Said under the choice that is made. */
  remark?: (made: MadeDecision) => ComponentChildren;
  onMade: (made: MadeDecision) => Promise<void>;
}) {
  const { filled, change, drop } = useFormDraft<MadeDecision>(props.draft, (kept) =>
    kept === null && props.first ? props.first : restoreMadeDecision(kept),
  );
  const [tried, setTried] = useState(false);
  const action = useAction();
  const reason = filled.reason.trim();
  const send = (): void => {
    setTried(true);
    if (filled.choice === "" || reason === "") return;
    action.run(async () => {
      await props.onMade({ ...filled, reason });
      drop();
    });
  };
  return (
    <div class="pad" ref={props.field ?? null}>
      <ChoicePicker
        legend={props.legend}
        choices={props.choices}
        chosen={new Set([filled.choice])}
        trouble={tried && filled.choice === "" ? "Choose one." : undefined}
        onPick={(choice) => change({ choice })}
      />
      {props.remark?.(filled)}
      <ReasonField
        label={props.reasonLabel}
        value={filled.reason}
        trouble={tried && reason === "" ? "No reason, no decision." : undefined}
        onChange={(text) => change({ reason: text })}
      />
      <SubmitRow action={action} press={props.press} busy="Recording…" onPress={send} />
    </div>
  );
}

function restoreMadeDecision(kept: unknown): MadeDecision {
  const { choice, reason } = readDraftFields(kept);
  return { choice: readDraftText(choice), reason: readDraftText(reason) };
}
