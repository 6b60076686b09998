/** What of each variant is not in the document, and why not. */
import { useState } from "preact/hooks";

import type { MergedLeftOut, MergedView } from "../../../../src/page/payload.ts";
import { Card } from "../../../kit/card.tsx";
import { LaneMark } from "../../../kit/lane-mark.tsx";
import { Words } from "../../../kit/said.tsx";
import { plural } from "../../../kit/words.ts";
import { placeOf } from "./paragraph.tsx";
import { laneNumbered, type VariantLane } from "./variants.ts";

const AT_FIRST = 6;
const MORE = 100;

export function LeftOut({ view, lanes }: { view: MergedView; lanes: readonly VariantLane[] }) {
  const [most, setMost] = useState(AT_FIRST);
  if (view.name === null) return null;
  const inOrder = ordered(view);
  const rest = inOrder.length - most;
  return (
    <Card title="Left out, on purpose" note={plural(inOrder.length, "part")}>
      <div class="pad">
        {inOrder.length === 0 && <p class="empty">Nothing: all words of all variants are there.</p>}
        <ul class="doc-left">
          {inOrder.slice(0, most).map((one, index) => (
            <LeftOutPart key={index} one={one} lanes={lanes} />
          ))}
        </ul>
        {rest > 0 && (
          <p>
            <button type="button" class="more" onClick={() => setMost(most + MORE)}>
              Show {rest > MORE ? `${MORE} more of ${rest}` : `${rest} more`}
            </button>
          </p>
        )}
      </div>
    </Card>
  );
}

/** What others had to say comes before words of the base that gave way to a change. */
function ordered({ leftOut, base }: MergedView): MergedLeftOut[] {
  const replaced = ({ variant }: MergedLeftOut): boolean => variant === base;
  return [...leftOut.filter((one) => !replaced(one)), ...leftOut.filter(replaced)];
}

function LeftOutPart({ one, lanes }: { one: MergedLeftOut; lanes: readonly VariantLane[] }) {
  const lane = laneNumbered(lanes, one.variant);
  const [first, last] = one.lines;
  const place = [
    placeOf(one),
    one.title === "" ? null : `“${one.title}”`,
    first === last ? `line ${first}` : `lines ${first} to ${last}`,
  ].filter(Boolean);
  return (
    <li>
      {lane ? <LaneMark lane={lane} /> : <span>{one.variant}</span>}
      <span>
        <Words text={one.words === "" ? place.join(", ") : one.words} most={240} serif />
        {one.words !== "" && (
          <small>
            <Words text={place.join(", ")} most={160} />
          </small>
        )}
        <small class="doc-why">
          <Words text={one.why} most={300} />
          {one.point !== null && <span class="mono"> {one.point}</span>}
        </small>
      </span>
    </li>
  );
}
