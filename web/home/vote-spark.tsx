/** The votes of a debate, round by round, as small bars in the colours of the options. */
import type { HomeCard } from "../../src/page/page-payload.ts";
import { formatHueClass } from "../kit/lane-mark.tsx";

const BAR = { width: 10, gap: 3, height: 18 };

export function VoteSpark({
  votes,
  options: known,
}: Pick<HomeCard, "votes"> & {
  /** In the order of the brief: their places give the colours. */
  options: readonly string[];
}) {
  const rounds = votes.filter((round) => Object.values(round).some((count) => count > 0));
  if (rounds.length === 0) return null;
  const named = rounds.flatMap((round) => Object.keys(round)).toSorted();
  const options = [...new Set([...known, ...named])];
  const words = rounds.map((round) =>
    Object.entries(round)
      .filter(([, count]) => count > 0)
      .map(([option, count]) => `${count} for ${option}`)
      .join(", "),
  );
  return (
    <svg
      class="vote-spark"
      width={rounds.length * (BAR.width + BAR.gap)}
      height={BAR.height}
      role="img"
      aria-label={`Votes: ${words.join("; then ")}`}
    >
      {rounds.map((round, index) => (
        <Round key={index} round={round} options={options} x={index * (BAR.width + BAR.gap)} />
      ))}
    </svg>
  );
}

function Round(props: { round: Readonly<Record<string, number>>; options: string[]; x: number }) {
  const { options, round, x } = props;
  const all = Object.values(round).reduce((sum, count) => sum + count, 0);
  let y = 0;
  return (
    <>
      {options.map((option, hue) => {
        const height = ((round[option] ?? 0) / all) * BAR.height;
        const at = y;
        y += height;
        return (
          <rect
            key={option}
            class={formatHueClass(hue)}
            x={x}
            y={at}
            width={BAR.width}
            height={Math.max(0, height - 1)}
          />
        );
      })}
    </>
  );
}
