/** The risks a person accepts by name: each is shown, and each is ticked. */
import { useId } from "preact/hooks";

import { FieldErrorNote } from "../../act/form-controls.tsx";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import type { AnswerSupplement, AnswerSupplementProps } from "../protocol-parts.tsx";
import {
  appendAcceptedRisks,
  countAcceptingSeats,
  describeUnacceptedRisks,
  listOpenRisks,
} from "./roundtable-risks.ts";

/** Whoever takes the risks of those who are not content accepts each of them. */
export const riskAcceptance: AnswerSupplement = {
  choice: "majority",
  Field: AcceptedRisksField,
  describeMissing: ({ timeline, question }, accepted) =>
    describeUnacceptedRisks(listOpenRisks(timeline, question.at), accepted),
  completeReason: ({ timeline, question }, reason) =>
    appendAcceptedRisks(reason, listOpenRisks(timeline, question.at)),
};

function AcceptedRisksField({ timeline, question, accepted, ...props }: AnswerSupplementProps) {
  const trouble = useId();
  const risks = listOpenRisks(timeline, question.at);
  const acceptance = countAcceptingSeats(timeline, question.at);
  const lacking = acceptance !== null && acceptance.yes * 2 <= acceptance.of;
  return (
    <fieldset class="risks" aria-describedby={trouble}>
      <legend class="lbl">Risks you accept by name</legend>
      {lacking && (
        <p class="field-trouble">
          There is no majority to accept: {acceptance.yes} of {acceptance.of} would accept the
          proposal.
        </p>
      )}
      {risks.length === 0 && <p class="sub">Nobody has left a concern in words.</p>}
      {risks.map(({ id, name, claim, text, blocking }) => (
        <label key={id} class="risk">
          <input
            type="checkbox"
            checked={accepted.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              props.onAccept(checked ? [...accepted, id] : accepted.filter((other) => other !== id))
            }
          />
          <span>
            <strong>{name}</strong>
            {claim !== null && <code> {claim}</code>}
            {blocking && <em> cannot accept the answer with it</em>}
            <br />
            <UntrustedText text={text} most={600} serif />
          </span>
        </label>
      ))}
      <FieldErrorNote id={trouble} words={props.trouble} />
    </fieldset>
  );
}
