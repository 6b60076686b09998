/** What each variant scored, how every part of it was counted, and what made the base. */
import type { MergedView } from "../../../../src/page/page-payload.ts";
import { Card } from "../../../kit/card.tsx";
import { LaneMark } from "../../../kit/lane-mark.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";
import { findVariantLane, type VariantLane } from "./variant-lanes.ts";

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
