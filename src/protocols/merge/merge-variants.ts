/** A34-A45: steps 4 and 5: the plan, the merge by code, its validation, and all artifacts. */
import { applyChangePlan } from "../../documents/apply/apply-change-plan.ts";
import { formatMergeLogPage } from "../../documents/apply/merge-log-page.ts";
import { validateMerge } from "../../documents/apply/validate-merge.ts";
import { formatProvenanceJson, mapProvenance } from "../../documents/provenance/map-provenance.ts";
import type { YieldToEventLoop } from "../../documents/yield-to-event-loop.ts";
import type { Floor } from "../../protocol.ts";
import { formatIsoDay } from "../../text/plain-text.ts";
import { logMeta } from "./documents/page-parts.ts";
import { planPage } from "./documents/plan-page.ts";
import { summaryPage } from "./documents/summary-page.ts";
import { emptyPlan, planRefactoring } from "./plan/refactor-plan.ts";
import { stopAfterPlan } from "./rules/stops.ts";
import {
  type Based,
  calledBy,
  listDocuments,
  type Finished,
  type PlannedMerge,
  variantNumbered,
} from "./rules/table.ts";
import { FOLDER } from "./rules/variants.ts";

export async function planMerge(floor: Floor, based: Based): Promise<PlannedMerge> {
  const { analysis, base } = based;
  const planning = analysis.identical ? emptyPlan(base.variant) : planRefactoring(based);
  const planned = await stopAfterPlan(floor, { ...based, ...planning });
  await floor.publish(`${FOLDER}/refactor-plan.md`, planPage(planned));
  return planned;
}

export async function executeMerge(
  floor: Floor,
  planned: PlannedMerge,
  breathe: YieldToEventLoop,
): Promise<Finished> {
  const { plan, points, settings } = planned;
  const merging = { documents: listDocuments(planned), plan };
  const applied = await applyChangePlan(
    merging,
    {
      comments: settings.comments,
      names: (variant) => variantNumbered(planned, variant)?.title ?? calledBy(planned, variant),
      header: formatMergeHeader(planned),
    },
    breathe,
  );
  const merged = await validateMerge(merging, applied, breathe);
  const finished = { ...planned, merged };
  const map = await mapProvenance({ ...merging, points, merged }, breathe);
  const log = formatMergeLogPage({ ...merging, points, merged }, logMeta(finished));
  await floor.publish(`${FOLDER}/merge-summary.md`, summaryPage(finished, outputName(finished)));
  await floor.publish(`${FOLDER}/merge-log.md`, log);
  await floor.publish(`${FOLDER}/provenance.json`, await formatProvenanceJson(map, breathe));
  await floor.publish(outputName(finished), merged.text);
  return finished;
}

/** Who made it, from what, and when: the seed's header comments. */
function formatMergeHeader(planned: PlannedMerge): string[] {
  const base = variantNumbered(planned, planned.base.variant);
  return [
    "Produced by: dissent merge",
    `Base: ${base?.title ?? calledBy(planned, planned.base.variant)}`,
    `Date: ${formatIsoDay(planned.atMs)}`,
  ];
}

export function isValid({ merged }: Finished): boolean {
  return merged.checks.every(({ passed }) => passed);
}

/** A42, v: what failed a check never takes the name of what passed. */
export function outputName(finished: Finished): string {
  const { output } = finished.settings;
  return isValid(finished) ? output : output.replace(/\.[a-z]+$/, ".partial$&");
}
