/** What it cost so far, by seat, against the cap. */
import type { Moment, SeatCard, Story } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { count, plural, usd } from "../kit/words.ts";

interface Spent {
  readonly seat: SeatCard;
  readonly cost: number;
}

export function Cost({ story, moment }: { story: Story; moment: Moment }) {
  const cap = moment.limits.usd;
  const spent = story.seats
    .map((seat): Spent => ({ seat, cost: moment.spentBy.get(seat.id) ?? 0 }))
    .sort((a, b) => b.cost - a.cost);
  const unpriced = story.turns.filter(({ at, unpriced: is }) => is && at <= moment.at).length;
  const note = cap === null ? "no cap in dollars" : `cap ${usd(cap)}, stops before it`;
  return (
    <Card title="Cost" note={note}>
      <div class="pad">
        <Against moment={moment} spent={spent} />
        <Bill moment={moment} spent={spent} />
        {unpriced > 0 && (
          <p class="missing">
            Left out: {plural(unpriced, "turn")} of unknown price. It cost more than is shown.
          </p>
        )}
      </div>
    </Card>
  );
}

interface Paid {
  readonly moment: Moment;
  readonly spent: readonly Spent[];
}

function Against({ moment, spent }: Paid) {
  const cap = moment.limits.usd;
  const whole = Math.max(cap ?? 0, moment.spentUsd);
  if (whole === 0) return null;
  const label = `${usd(moment.spentUsd)} spent${cap === null ? "" : ` of ${usd(cap)}`}`;
  return (
    <div class="stack" role="img" aria-label={label}>
      {spent.map(({ seat, cost }) => (
        <i
          key={seat.id}
          title={`${seat.name} ${usd(cost)}`}
          style={{ inlineSize: `${(100 * cost) / whole}%` }}
        />
      ))}
    </div>
  );
}

function Bill({ moment, spent }: Paid) {
  const { calls, tokens, limits, spentUsd } = moment;
  const lines: readonly (readonly [string, string])[] = [
    ...(spentUsd > 0
      ? spent.map(({ seat, cost }) => [seat.name, usd(cost)] as const)
      : ([["Spent", usd(0)]] as const)),
    ["Calls", limits.calls === null ? count(calls) : `${count(calls)} of ${count(limits.calls)}`],
    ["Tokens", count(tokens)],
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
