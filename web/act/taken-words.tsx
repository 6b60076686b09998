/** What a part of a debate took, as the best estimate of what it takes again. */
import { plural, usd } from "../kit/words.ts";

export function TakenWords({
  taken,
}: {
  taken: { calls: number; usd: number; unpriced: boolean };
}) {
  const { calls, unpriced } = taken;
  const price = taken.usd === 0 && !unpriced ? "nothing" : usd(taken.usd);
  return (
    <>
      From there it took {plural(calls, "call")} and cost {price}
      {unpriced && ", not counting calls of unknown price"}; with the same models, expect about the
      same again.
    </>
  );
}
