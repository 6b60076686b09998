/** What of each variant is not in the document, and why not. */
import { useState } from "preact/hooks";

import type { MergedLeftOut, MergedView } from "../../../../src/page/page-payload.ts";
import { Card } from "../../../kit/card.tsx";
import { formatPlural } from "../../../kit/format-text.ts";
import { LaneMark } from "../../../kit/lane-mark.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";
import { formatSourcePlace } from "./merged-paragraph.tsx";
import { findVariantLane, type VariantLane } from "./variant-lanes.ts";

const INITIAL_LEFT_OUT_ROWS = 6;
const MORE_LEFT_OUT_ROWS = 100;

export function LeftOutCard({ view, lanes }: { view: MergedView; lanes: readonly VariantLane[] }) {
  const [most, setMost] = useState(INITIAL_LEFT_OUT_ROWS);
  if (view.name === null) return null;
  const inOrder = sortLeftOutParts(view);
  const rest = inOrder.length - most;
  return (
    <Card title="Left out, on purpose" note={formatPlural(inOrder.length, "part")}>
      <div class="pad">
        {inOrder.length === 0 && <p class="empty">Nothing: all words of all variants are there.</p>}
        <ul class="doc-left">
          {inOrder.slice(0, most).map((one, index) => (
            <LeftOutPart key={index} one={one} lanes={lanes} />
          ))}
        </ul>
        {rest > 0 && (
          <p>
            <button type="button" class="more" onClick={() => setMost(most + MORE_LEFT_OUT_ROWS)}>
              Show{" "}
              {rest > MORE_LEFT_OUT_ROWS ? `${MORE_LEFT_OUT_ROWS} more of ${rest}` : `${rest} more`}
            </button>
          </p>
        )}
      </div>
    </Card>
  );
}

/** What others had to say comes before words of the base that gave way to a change. */
function sortLeftOutParts({ leftOut, base }: MergedView): MergedLeftOut[] {
  const replaced = ({ variant }: MergedLeftOut): boolean => variant === base;
  return [...leftOut.filter((one) => !replaced(one)), ...leftOut.filter(replaced)];
}

function LeftOutPart({ one, lanes }: { one: MergedLeftOut; lanes: readonly VariantLane[] }) {
  const lane = findVariantLane(lanes, one.variant);
  const [first, last] = one.lines;
  const place = [
    formatSourcePlace(one),
    one.title === "" ? null : `“${one.title}”`,
    first === last ? `line ${first}` : `lines ${first} to ${last}`,
  ].filter(Boolean);
  return (
    <li>
      {lane ? <LaneMark lane={lane} /> : <span>{one.variant}</span>}
      <span>
        <UntrustedText text={one.words === "" ? place.join(", ") : one.words} most={240} serif />
        {one.words !== "" && (
          <small>
            <UntrustedText text={place.join(", ")} most={160} />
          </small>
        )}
        <small class="doc-why">
          <UntrustedText text={one.why} most={300} />
          {one.point !== null && <span class="mono"> {one.point}</span>}
        </small>
      </span>
    </li>
  );
}
