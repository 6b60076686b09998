/** What a part of a debate took, as the best estimate of what it takes again. */
import { formatPlural, formatUsd } from "../kit/format-text.ts";

export function UsageEstimate({
  taken,
}: {
  taken: { calls: number; usd: number; unpriced: boolean };
}) {
  const { calls, unpriced } = taken;
  const price = taken.usd === 0 && !unpriced ? "nothing" : formatUsd(taken.usd);
  return (
    <>
      From there it took {formatPlural(calls, "call")} and cost {price}
      {unpriced && ", not counting calls of unknown price"}; with the same models, expect about the
      same again.
    </>
  );
}
