/** What the debate cost so far, by seat, against the cap. */
import type {
  DebateSnapshot,
  SeatCard,
  DebateTimeline,
} from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { formatInteger, formatPlural, formatUsd } from "../kit/format-text.ts";

interface SeatCost {
  readonly seat: SeatCard;
  readonly cost: number;
}

export function CostCard({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const cap = snapshot.limits.usd;
  const spent = debateTimeline.seats
    .map((seat): SeatCost => ({ seat, cost: snapshot.spentBy.get(seat.id) ?? 0 }))
    .sort((a, b) => b.cost - a.cost);
  const unpriced = debateTimeline.turns.filter(
    ({ at, unpriced: is }) => is && at <= snapshot.at,
  ).length;
  const note = cap === null ? "no cap in dollars" : `cap ${formatUsd(cap)}, stops before it`;
  return (
    <Card title="Cost" note={note}>
      <div class="pad">
        <BudgetMeter snapshot={snapshot} spent={spent} />
        <SeatCostList snapshot={snapshot} spent={spent} />
        {unpriced > 0 && (
          <p class="missing">
            Left out: {formatPlural(unpriced, "turn")} of unknown price. It cost more than is shown.
          </p>
        )}
      </div>
    </Card>
  );
}

interface CostSummaryProps {
  readonly snapshot: DebateSnapshot;
  readonly spent: readonly SeatCost[];
}

function BudgetMeter({ snapshot, spent }: CostSummaryProps) {
  const cap = snapshot.limits.usd;
  const whole = Math.max(cap ?? 0, snapshot.spentUsd);
  if (whole === 0) return null;
  const label = `${formatUsd(snapshot.spentUsd)} spent${cap === null ? "" : ` of ${formatUsd(cap)}`}`;
  return (
    <div class="stack" role="img" aria-label={label}>
      {spent.map(({ seat, cost }) => (
        <i
          key={seat.id}
          title={`${seat.name} ${formatUsd(cost)}`}
          style={{ inlineSize: `${(100 * cost) / whole}%` }}
        />
      ))}
    </div>
  );
}

function SeatCostList({ snapshot, spent }: CostSummaryProps) {
  const { calls, tokens, limits, spentUsd } = snapshot;
  const lines: readonly (readonly [string, string])[] = [
    ...(spentUsd > 0
      ? spent.map(({ seat, cost }) => [seat.name, formatUsd(cost)] as const)
      : ([["Spent", formatUsd(0)]] as const)),
    [
      "Calls",
      limits.calls === null
        ? formatInteger(calls)
        : `${formatInteger(calls)} of ${formatInteger(limits.calls)}`,
    ],
    ["Tokens", formatInteger(tokens)],
  ];
  return (
    <table class="cost">
      <caption class="sr">Cost by participant</caption>
      <tbody>
        {lines.map(([what, amount]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td class="num">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
