/** A choice and its reason: the form behind every decision. What was typed is kept until it is recorded. */
import type { ComponentChildren, Ref } from "preact";
import { useState } from "preact/hooks";

import { Pick, type Pickable } from "./pick.tsx";
import { ReasonField } from "./reason-field.tsx";
import { SendRow } from "./send-row.tsx";
import { useAction } from "./use-action.ts";
import { fieldsIn, textIn, useDraft } from "./use-draft.ts";

export interface Made {
  readonly choice: string;
  readonly reason: string;
}

export function DecisionFields(props: {
  /** Under which what is typed is kept. */
  draft: string;
  /** Taken where nothing is kept. */
  first?: Made;
  choices: readonly Pickable[];
  legend: string;
  reasonLabel: string;
  press: string;
  field?: Ref<HTMLDivElement>;
  /** Said under the choice that is made. */
  remark?: (made: Made) => ComponentChildren;
  onMade: (made: Made) => Promise<void>;
}) {
  const { filled, change, drop } = useDraft<Made>(props.draft, (kept) =>
    kept === null && props.first ? props.first : madeFrom(kept),
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
      <Pick
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
      <SendRow action={action} press={props.press} busy="Recording…" onPress={send} />
    </div>
  );
}

function madeFrom(kept: unknown): Made {
  const { choice, reason } = fieldsIn(kept);
  return { choice: textIn(choice), reason: textIn(reason) };
}
