/** The answer to a question of the debate: one choice or several, the risks that come with it, and why. */
import { useState } from "preact/hooks";

import type { PersonQuestion, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { capitalizeText } from "../kit/format-text.ts";
import { findLane } from "../kit/lane-mark.tsx";
import { AcceptedRisksField } from "../protocols/roundtable/risks-field.tsx";
import {
  countAcceptingSeats,
  listOpenRisks,
  appendAcceptedRisks,
  type OpenRisk,
  describeUnacceptedRisks,
} from "../protocols/roundtable/roundtable-risks.ts";
import { postJson } from "../state/server-api.ts";
import { joinChosenIds, toggleChosenId } from "./chosen.ts";
import { buildActionPath } from "./paths.ts";
import { ChoicePicker } from "./pick.tsx";
import { ReasonField } from "./reason-field.tsx";
import { SubmitRow } from "./send-row.tsx";
import { useAction } from "./use-action.ts";
import { readDraftFields, readDraftText, readDraftTexts, useFormDraft } from "./use-draft.ts";
import { useFocusHotkey } from "./use-focus-key.ts";

interface AnswerFormValues {
  readonly chosen: readonly string[];
  readonly reason: string;
  readonly accepted: readonly string[];
}

export function AnswerForm({
  story,
  question,
}: {
  story: DebateTimeline;
  question: PersonQuestion;
}) {
  const { filled, change, drop } = useFormDraft(`${story.id}:${question.key}`, restoreAnswerForm);
  const [tried, setTried] = useState(false);
  const action = useAction();
  const form = useFocusHotkey("d");
  const chosen = new Set(filled.chosen);
  const risks = chosen.has(ACCEPT_BY_RISK_CHOICE) ? listOpenRisks(story, question.at) : [];
  const wrong = validateAnswerForm(filled, risks);
  const shown: typeof wrong = tried ? wrong : {};
  const send = (): void => {
    setTried(true);
    if (Object.keys(wrong).length > 0) return;
    action.run(async () => {
      const choice = joinChosenIds(question.choices, chosen);
      const reason = appendAcceptedRisks(filled.reason, risks);
      await postJson(buildActionPath(story.id, "decision"), { choice, reason });
      drop();
    });
  };
  return (
    <div class="pad" ref={form}>
      <ChoicePicker
        legend={question.many ? "Choose one or several" : "Choose one"}
        many={question.many}
        choices={question.choices.map(({ id, label }) => ({
          id,
          label: isNumberedId(id) ? `${id}, ${label}` : capitalizeText(label),
          lane: findLane(story, id),
        }))}
        chosen={chosen}
        trouble={shown.choice}
        onPick={(id) => change({ chosen: question.many ? [...toggleChosenId(chosen, id)] : [id] })}
      />
      {chosen.has(ACCEPT_BY_RISK_CHOICE) && (
        <AcceptedRisksField
          risks={risks}
          accepted={filled.accepted}
          acceptance={countAcceptingSeats(story, question.at)}
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
      <SubmitRow action={action} press="Answer, and let it go on" busy="Sending…" onPress={send} />
    </div>
  );
}

/** `C-002`: what it is called elsewhere on the page, too. */
function isNumberedId(id: string): boolean {
  return /^[A-Z]+-?\d+$/.test(id);
}

/** The roundtable's choice that takes the risks of those who are not content. */
const ACCEPT_BY_RISK_CHOICE = "majority";

interface AnswerFormErrors {
  readonly choice?: string;
  readonly reason?: string;
  readonly risks?: string;
}

function validateAnswerForm(
  { chosen, reason, accepted }: AnswerFormValues,
  risks: readonly OpenRisk[],
): AnswerFormErrors {
  const left = describeUnacceptedRisks(risks, accepted);
  return {
    ...(chosen.length === 0 && { choice: "Choose one." }),
    ...(reason.trim() === "" && { reason: "No reason, no decision." }),
    ...(left !== null && { risks: left }),
  };
}

function restoreAnswerForm(kept: unknown): AnswerFormValues {
  const { chosen, reason, accepted } = readDraftFields(kept);
  return {
    chosen: readDraftTexts(chosen),
    reason: readDraftText(reason),
    accepted: readDraftTexts(accepted),
  };
}
