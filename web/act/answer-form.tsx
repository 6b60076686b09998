/** The answer to a question of the debate: one choice or several, the risks that come with it, and why. */
import { useState } from "preact/hooks";

import type { Question, Story } from "../../src/timeline/story.ts";
import { laneOf } from "../kit/lane-mark.tsx";
import { capital } from "../kit/words.ts";
import { RisksField } from "../protocols/roundtable/risks-field.tsx";
import {
  acceptance,
  openRisks,
  reasonWithRisks,
  type Risk,
  stillToAccept,
} from "../protocols/roundtable/risks.ts";
import { post } from "../state/api.ts";
import { joined, toggled } from "./chosen.ts";
import { deedPath } from "./paths.ts";
import { Pick } from "./pick.tsx";
import { ReasonField } from "./reason-field.tsx";
import { SendRow } from "./send-row.tsx";
import { useAction } from "./use-action.ts";
import { fieldsIn, textIn, textsIn, useDraft } from "./use-draft.ts";
import { useFocusKey } from "./use-focus-key.ts";

interface Filled {
  readonly chosen: readonly string[];
  readonly reason: string;
  readonly accepted: readonly string[];
}

export function AnswerForm({ story, question }: { story: Story; question: Question }) {
  const { filled, change, drop } = useDraft(`${story.id}:${question.key}`, filledFrom);
  const [tried, setTried] = useState(false);
  const action = useAction();
  const form = useFocusKey("d");
  const chosen = new Set(filled.chosen);
  const risks = chosen.has(BY_RISK) ? openRisks(story, question.at) : [];
  const wrong = troublesIn(filled, risks);
  const shown: typeof wrong = tried ? wrong : {};
  const send = (): void => {
    setTried(true);
    if (Object.keys(wrong).length > 0) return;
    action.run(async () => {
      const choice = joined(question.choices, chosen);
      const reason = reasonWithRisks(filled.reason, risks);
      await post(deedPath(story.id, "decision"), { choice, reason });
      drop();
    });
  };
  return (
    <div class="pad" ref={form}>
      <Pick
        legend={question.many ? "Choose one or several" : "Choose one"}
        many={question.many}
        choices={question.choices.map(({ id, label }) => ({
          id,
          label: isNumbered(id) ? `${id}, ${label}` : capital(label),
          lane: laneOf(story, id),
        }))}
        chosen={chosen}
        trouble={shown.choice}
        onPick={(id) => change({ chosen: question.many ? [...toggled(chosen, id)] : [id] })}
      />
      {chosen.has(BY_RISK) && (
        <RisksField
          risks={risks}
          accepted={filled.accepted}
          acceptance={acceptance(story, question.at)}
          trouble={shown.risks}
          onAccept={(accepted) => change({ accepted })}
        />
      )}
      <ReasonField
        label="Why? It goes into the record."
        value={filled.reason}
        trouble={shown.reason}
        onChange={(reason) => change({ reason })}
      />
      <SendRow action={action} press="Answer, and let it go on" busy="Sending…" onPress={send} />
    </div>
  );
}

/** `C-002`: what it is called elsewhere on the page, too. */
function isNumbered(id: string): boolean {
  return /^[A-Z]+-?\d+$/.test(id);
}

/** The roundtable's choice that takes the risks of those who are not content. */
const BY_RISK = "majority";

interface Troubles {
  readonly choice?: string;
  readonly reason?: string;
  readonly risks?: string;
}

function troublesIn({ chosen, reason, accepted }: Filled, risks: readonly Risk[]): Troubles {
  const left = stillToAccept(risks, accepted);
  return {
    ...(chosen.length === 0 && { choice: "Choose one." }),
    ...(reason.trim() === "" && { reason: "No reason, no decision." }),
    ...(left !== null && { risks: left }),
  };
}

function filledFrom(kept: unknown): Filled {
  const { chosen, reason, accepted } = fieldsIn(kept);
  return { chosen: textsIn(chosen), reason: textIn(reason), accepted: textsIn(accepted) };
}
