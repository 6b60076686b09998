import type { PageHome } from "../../src/page/page-payload.ts";
/** The rules to debate by, each in a sentence. */
import { ChoicePicker } from "../act/pick.tsx";
import { capitalizeText } from "../kit/format-text.ts";
import type { StartFieldProps } from "./brief-fields.tsx";

export function ProtocolField(props: StartFieldProps & { protocols: PageHome["protocols"] }) {
  const { draft, troubles, onChange } = props;
  const startable = props.protocols.filter(({ id }) => id !== "merge");
  return (
    <>
      <ChoicePicker
        legend="How the panel debates"
        choices={startable.map(({ id, summary }) => ({
          id,
          label: capitalizeText(id),
          note: summary,
        }))}
        chosen={new Set([draft.protocol])}
        trouble={troubles.protocol}
        onPick={(protocol) => onChange({ protocol })}
      />
      <p class="sub">
        Drafts of one document are merged from the command line:{" "}
        <code>dissent merge a.md b.md -o out.md</code>
      </p>
    </>
  );
}
