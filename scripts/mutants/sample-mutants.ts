/**
 * A sample that depends on the seed and on the mutants alone. Each mutant has a rank of its own, so a change
 * in one file leaves the mutants chosen in the others as they were.
 */
import { createHash } from "node:crypto";

import type { Mutant } from "./find-mutants.ts";

interface SampleSettings {
  readonly seed: string;
  readonly size: number;
  /** Asked only about mutants that would be chosen. */
  readonly isUsable: (mutant: Mutant) => boolean;
}

export function sampleMutants(
  mutants: readonly Mutant[],
  { seed, size, isUsable }: SampleSettings,
): readonly Mutant[] {
  const seen = new Map<string, number>();
  const ranked = mutants.map((mutant) => {
    const content = [mutant.file, mutant.operator, mutant.before, mutant.after].join("\0");
    const repetition = seen.get(content) ?? 0;
    seen.set(content, repetition + 1);
    const rank = createHash("sha256").update(`${seed}\0${content}\0${repetition}`).digest("hex");
    return { mutant, rank };
  });
  const chosen: Mutant[] = [];
  for (const { mutant } of ranked.toSorted((one, other) => (one.rank < other.rank ? -1 : 1))) {
    if (chosen.length === size) break;
    if (isUsable(mutant)) chosen.push(mutant);
  }
  return mutants.filter((mutant) => chosen.includes(mutant));
}
