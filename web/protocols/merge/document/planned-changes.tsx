/** Every planned change: what it takes from where, and whether it was applied. */
import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import type {
  MergedChange,
  MergedView,
} from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import { Card } from "../../../kit/card.tsx";
import { formatPlural } from "../../../kit/format-text.ts";
import { LaneMark } from "../../../kit/lane-mark.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";
import { buildViewAddress } from "../../../state/page-route.ts";
import type { DocumentSelection } from "./document-selection.ts";
import { type VariantLane, findVariantLane } from "./variant-lanes.ts";

const CHANGE_STATUS_LABELS: Readonly<Record<MergedChange["status"], string>> = {
  planned: "planned",
  struck: "taken back",
  applied: "applied",
  skipped: "not made",
  failed: "could not be made",
};

interface PlannedChangesProps {
  readonly view: MergedView;
  readonly lanes: readonly VariantLane[];
  readonly chosen: ReadonlySignal<DocumentSelection>;
}

const INITIAL_CHANGE_ROWS = 20;
const MORE_CHANGE_ROWS = 100;

export function PlannedChangesCard({ view, lanes, chosen }: PlannedChangesProps) {
  const [most, setMost] = useState(INITIAL_CHANGE_ROWS);
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
      : `${formatPlural(changes.length, "change")} planned`;
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
              <MergedChangeRow key={change.number} change={change} lanes={lanes} chosen={chosen} />
            ))}
          </tbody>
        </table>
        {changes.length > most && (
          <button type="button" class="more" onClick={() => setMost(most + MORE_CHANGE_ROWS)}>
            Show {Math.min(changes.length - most, MORE_CHANGE_ROWS)} more of {changes.length}
          </button>
        )}
      </div>
    </Card>
  );
}

function MergedChangeRow(props: {
  change: MergedChange;
  lanes: readonly VariantLane[];
  chosen: ReadonlySignal<DocumentSelection>;
}) {
  const isChosen = useComputed(() => props.chosen.value.change?.number === props.change.number);
  const { number, variant, title, integration, point, risk, status } = props.change;
  const lane = findVariantLane(props.lanes, variant);
  return (
    <tr class={isChosen.value ? "sel" : ""}>
      <th scope="row">
        <ChangeLink number={number} isCurrent={isChosen.value}>
          #{number}
        </ChangeLink>
      </th>
      <td>{lane ? <LaneMark lane={lane} small /> : variant}</td>
      <td>
        <UntrustedText text={title === "" ? integration : title} most={140} />
      </td>
      <td class="mono">{point}</td>
      <td>{risk.toLowerCase()}</td>
      <td class={status === "failed" ? "open" : ""}>{CHANGE_STATUS_LABELS[status]}</td>
    </tr>
  );
}

// A link to a change and its words; drawn again only where it leads elsewhere.

export function ChangeLink(props: {
  number: number;
  isCurrent?: boolean;
  children: ComponentChildren;
}) {
  const address = useComputed(() =>
    buildViewAddress("document", { change: `${props.number}`, piece: null, part: null }),
  );
  return (
    <a href={address.value} aria-current={props.isCurrent === true ? "true" : undefined}>
      {props.children}
    </a>
  );
}
