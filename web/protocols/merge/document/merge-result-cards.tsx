/** Each variant's score, how every part of it was counted, and what made the base. */
import { useState } from "preact/hooks";

import type {
  MergedLeftOut,
  MergedView,
} from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import { Card } from "../../../kit/card.tsx";
import { formatPlural } from "../../../kit/format-text.ts";
import { LaneMark } from "../../../kit/lane-mark.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../../../kit/visible-text.ts";
import { formatSourcePlace } from "./merged-paragraph.tsx";
import { type VariantLane, findVariantLane } from "./variant-lanes.ts";

export function VariantScoresCard({
  view,
  lanes,
}: {
  view: MergedView;
  lanes: readonly VariantLane[];
}) {
  const { scores, base, baseBy } = view;
  if (scores.length === 0) return null;
  const lane = base === null ? undefined : findVariantLane(lanes, base);
  const names = scores[0]?.parts.map(({ name }) => name) ?? [];
  const by = baseBy === "" ? "" : `: ${baseBy}`;
  return (
    <Card
      title="Scores"
      note={lane ? <UntrustedText text={`base ${lane.letter}${by}`} most={200} /> : null}
    >
      <div class="pad scroll" tabIndex={0} role="group" aria-label="Scores of the variants">
        <table class="doc-scores">
          <thead>
            <tr>
              <th scope="col">Counted by code, and judged</th>
              {scores.map(({ variant }) => {
                const own = findVariantLane(lanes, variant);
                return (
                  <th key={variant} scope="col">
                    {own ? <LaneMark lane={own} small /> : variant}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {names.map((name, row) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {scores.map(({ variant, parts }) => (
                  <td key={variant}>
                    <span class="num">{parts[row]?.value}</span>
                    <small>{parts[row]?.counted}</small>
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">Points won</th>
              {scores.map(({ variant, pointsWon }) => (
                <td key={variant} class="num">
                  {pointsWon}
                </td>
              ))}
            </tr>
            <tr class="total">
              <th scope="row">Score</th>
              {scores.map(({ variant, total }) => (
                <td key={variant} class="num">
                  {total}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </Card>
  );
}

// What was checked of the merged document.

export function MergeChecksCard({ view: { checks } }: { view: MergedView }) {
  if (checks.length === 0) return null;
  const failed = checks.filter(({ holds }) => !holds).length;
  const note = failed === 0 ? "all passed" : `${failed} of ${checks.length} failed`;
  return (
    <Card title="Checks of the merge" note={note}>
      <ul class="doc-checks pad">
        {checks
          .toSorted((a, b) => Number(a.holds) - Number(b.holds))
          .map(({ what, holds, problems }) => (
            <li key={what} class={holds ? "" : "open"}>
              <span class="doc-sign" aria-hidden="true">
                {holds ? "✓" : "✗"}
              </span>
              <span>
                {showInvisibleCharacters(what)}: {holds ? "passed" : "failed"}
                {problems.map((problem) => (
                  <small key={problem}>
                    <UntrustedText text={problem} most={300} />
                  </small>
                ))}
              </span>
            </li>
          ))}
      </ul>
    </Card>
  );
}

// What of each variant is not in the document, and why not.

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
