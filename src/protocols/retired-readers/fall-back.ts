/** What a lens reads if the brief has no cue for it: whether the rest sounds good or bad. */
import type { PassageFinding } from "./findings.ts";
import type { OldLensId } from "./old-lens.ts";
import type { OfflineBriefReading } from "./read-brief.ts";
import { bearsOn } from "./weigh.ts";

export interface LensFindings {
  readonly findings: readonly PassageFinding[];
  /** Nothing was said to this lens itself. */
  readonly weak: boolean;
}

export function findingsFor(reading: OfflineBriefReading, lens: OldLensId): LensFindings {
  if (reading.bare) return { findings: [], weak: true };
  const spoken = reading.findings.some(({ measure }) => bearsOn(lens, measure));
  if (spoken || (lens === "effort" && reading.work.length > 0)) {
    return { findings: reading.findings, weak: false };
  }
  return { findings: reading.findings.map((finding) => translated(finding, lens)), weak: true };
}

function translated(finding: PassageFinding, lens: OldLensId): PassageFinding {
  const good = finding.measure === "value" ? finding.weight > 0 : finding.weight < 0;
  return lens === "risk"
    ? { ...finding, measure: "risk", kind: "business", weight: good ? -1 : 1 }
    : { ...finding, measure: "value", kind: "retention", weight: good ? 1 : -1 };
}
