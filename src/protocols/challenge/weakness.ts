/** H6: a conceded weakness; a bare sentence, as older journals have it, is one without evidence. */
import type { Evidence } from "../../domain/evidence/evidence.ts";

interface StatedWeakness {
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

export function readWeakness(stated: StatedWeakness | string): StatedWeakness {
  return typeof stated === "string" ? { text: stated, evidence: [] } : stated;
}
