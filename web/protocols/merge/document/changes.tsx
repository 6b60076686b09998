/** Every planned change: what it takes from where, and what became of it. */
import { type ReadonlySignal, useComputed } from "@preact/signals";
import { useState } from "preact/hooks";

import type { MergedChange, MergedView } from "../../../../src/page/payload.ts";
import { Card } from "../../../kit/card.tsx";
import { LaneMark } from "../../../kit/lane-mark.tsx";
import { Words } from "../../../kit/said.tsx";
import { plural } from "../../../kit/words.ts";
import { ChangeLink } from "./change-link.tsx";
import type { Chosen } from "./chosen.ts";
import { laneNumbered, type VariantLane } from "./variants.ts";

const STATUS: Readonly<Record<MergedChange["status"], string>> = {
  planned: "planned",
  struck: "taken back",
  applied: "applied",
  skipped: "not made",
  failed: "could not be made",
};

interface Shown {
  readonly view: MergedView;
  readonly lanes: readonly VariantLane[];
  readonly chosen: ReadonlySignal<Chosen>;
}

const AT_FIRST = 20;
const MORE = 100;

export function Changes({ view, lanes, chosen }: Shown) {
  const [most, setMost] = useState(AT_FIRST);
  const { changes, stage } = view;
  if (changes.length === 0) {
    return stage === "merged" || stage === "planned" ? (
      <Card title="Changes to the base">
        <p class="pad empty">None: the document is the base as it was.</p>
      </Card>
    ) : null;
  }
  const applied = changes.filter(({ status }) => status === "applied").length;
  const note =
    stage === "merged"
      ? `${applied} of ${changes.length} made`
      : `${plural(changes.length, "change")} planned`;
  return (
    <Card title="Changes to the base" note={note}>
      <div class="pad scroll" tabIndex={0} role="group" aria-label="Changes to the base">
        <table class="doc-changes">
          <thead>
            <tr>
              <th scope="col">Change</th>
              <th scope="col">From</th>
              <th scope="col">What</th>
              <th scope="col">Point</th>
              <th scope="col">Risk</th>
              <th scope="col">Fate</th>
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, most).map((change) => (
              <ChangeRow key={change.number} change={change} lanes={lanes} chosen={chosen} />
            ))}
          </tbody>
        </table>
        {changes.length > most && (
          <button type="button" class="more" onClick={() => setMost(most + MORE)}>
            Show {Math.min(changes.length - most, MORE)} more of {changes.length}
          </button>
        )}
      </div>
    </Card>
  );
}

function ChangeRow(props: {
  change: MergedChange;
  lanes: readonly VariantLane[];
  chosen: ReadonlySignal<Chosen>;
}) {
  const isChosen = useComputed(() => props.chosen.value.change?.number === props.change.number);
  const { number, variant, title, integration, point, risk, status } = props.change;
  const lane = laneNumbered(props.lanes, variant);
  return (
    <tr class={isChosen.value ? "sel" : ""}>
      <th scope="row">
        <ChangeLink number={number} isCurrent={isChosen.value}>
          #{number}
        </ChangeLink>
      </th>
      <td>{lane ? <LaneMark lane={lane} small /> : variant}</td>
      <td>
        <Words text={title === "" ? integration : title} most={140} />
      </td>
      <td class="mono">{point}</td>
      <td>{risk.toLowerCase()}</td>
      <td class={status === "failed" ? "open" : ""}>{STATUS[status]}</td>
    </tr>
  );
}
