/** Pairs every canary with the same seat's answer alone. */
import type { EvalArm } from "../arms/parse-arm.ts";
import {
  type CanaryCase,
  type CanaryMetrics,
  computeCanaryMetrics,
} from "../metrics/canary-metrics.ts";
import type { ScoredItem } from "./report-arm.ts";

export interface CanaryReport {
  /** With somebody said to speak, and with nobody: the floor that names add to. */
  readonly spoken: CanaryMetrics | null;
  readonly speakerless: CanaryMetrics | null;
}

export function reportCanaries(
  arms: readonly EvalArm[],
  scored: readonly ScoredItem[],
): CanaryReport | null {
  const single = arms.find(({ kind }) => kind === "single");
  const canaries = arms.flatMap((arm) => (arm.kind === "canary" ? [arm] : []));
  if (!single || canaries.length === 0) return null;
  const raw = new Map(
    scored
      .filter(({ cell }) => cell.arm === single.name)
      .map(({ item, score }) => [item.id, score.score]),
  );
  const listCases = (speaker: boolean): CanaryCase[] =>
    canaries
      .filter((arm) => arm.speaker === speaker)
      .flatMap((arm) =>
        scored.flatMap(({ cell, item, score }) => {
          const alone = raw.get(item.id) ?? null;
          if (cell.arm !== arm.name || alone === null || score.score === null) return [];
          const { voices, right: saysRight } = arm;
          return [
            { item: item.id, voices, saysRight, rawRight: alone === 1, right: score.score === 1 },
          ];
        }),
      );
  const measure = (cases: readonly CanaryCase[]): CanaryMetrics | null =>
    cases.length === 0 ? null : computeCanaryMetrics(cases);
  return { spoken: measure(listCases(true)), speakerless: measure(listCases(false)) };
}
