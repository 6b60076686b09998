/**
 * L9: what earlier reviews of the same branch settled. A finding that was refuted, withdrawn or rejected for a reason
 * does not come back unless the lines it quotes have changed.
 */
import * as z from "zod";

import { foldText } from "../../../domain/evidence/evidence.ts";

const EarlierFinding = z.object({
  path: z.string(),
  quote: z.string(),
  claim: z.string(),
  /** How it was settled: refuted, withdrawn, rejected. */
  fate: z.string(),
  reason: z.string(),
  debate: z.string(),
});
export type EarlierFinding = z.infer<typeof EarlierFinding>;

const EarlierFindings = z.array(EarlierFinding);

export function readEarlierFindings(text: string | undefined): readonly EarlierFinding[] {
  if (text === undefined || text === "") return [];
  try {
    const read = EarlierFindings.safeParse(JSON.parse(text));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

/** The same lines of the same file, word for word: then nothing is new about it. */
export function findEarlier(
  earlier: readonly EarlierFinding[],
  {
    path,
    quote,
    isSameClaim,
  }: {
    readonly path: string;
    readonly quote: string;
    readonly isSameClaim: (claim: string) => boolean;
  },
): EarlierFinding | null {
  const folded = foldText(quote);
  return (
    earlier.find((one) => {
      const before = foldText(one.quote);
      const isSameQuote = before === folded || before.includes(folded) || folded.includes(before);
      return one.path === path && before !== "" && isSameQuote && isSameClaim(one.claim);
    }) ?? null
  );
}
