/**
 * Several variants of a document in, one document out, every paragraph with its source.
 *
 *   VARIANTS   given, or written by all authors at once (once more where one failed)
 *      │   fewer than two ───────────────────────────────▶ ABORTED, the survivor is returned
 *   STEP 1     sections paired, differences, by code; the analyst corrects and adds  [stop: priorities]
 *      │   substantially identical, or no point to decide ─▶ no debate
 *   STEP 2     statements, all advocates at once (once more where one was absent)
 *      │   fewer than two ───────────────────────────────▶ ABORTED
 *      │       rebuttals, in turn                (standard; deep unless all agree on all)
 *      │       finals, in turn, on what is open  (deep, below the threshold)    [stop: convergence]
 *   STEP 3     metrics, by code; forward, reverse, re-evaluation of the criteria
 *      │       score, tiebreak: the base                                        [stop: base]
 *   STEP 4     plan, by code                                                    [stop: changes]
 *   STEP 5     merge and validation, by code
 *      ├─ converged and valid, or nothing to debate ─────▶ MERGED
 *      └─ not converged, or a check failed ──────────────▶ PARTIAL, a person looks
 */
import { createEventLoopYielder } from "../../documents/yield-to-event-loop.ts";
import type { Brief } from "../../domain/brief.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import type { Floor } from "../../protocol.ts";
import { chooseBase } from "./choose-base.ts";
import { compareVariants } from "./compare-variants.ts";
import { asYaml } from "./documents/result-yaml.ts";
import { holdDebate, isAbandoned } from "./hold-debate.ts";
import { executeMerge, planMerge } from "./merge-variants.ts";
import { createAbandonedOutcome, createMergeOutcome, createUndebatedOutcome } from "./result.ts";
import { createMergeTable } from "./rules/table.ts";
import { FOLDER, gatherVariants } from "./rules/variants.ts";
import type { MergeSettings } from "./settings.ts";

export async function holdMerge(
  floor: Floor,
  brief: Brief,
  settings: MergeSettings,
): Promise<Outcome> {
  const breathe = createEventLoopYielder();
  const atMs = await floor.now("begun");
  const table = createMergeTable(floor.participants, brief, { settings, atMs });

  const gathered = await gatherVariants(floor, table, breathe);
  if (gathered.variants.length < 2) return publishResult(floor, createAbandonedOutcome(gathered));

  const compared = await compareVariants(floor, gathered, breathe);
  const debated = await holdDebate(floor, compared);
  if (isAbandoned(debated)) return publishResult(floor, createUndebatedOutcome(debated));

  const based = await chooseBase(floor, debated, breathe);
  const planned = await planMerge(floor, based);
  const finished = await executeMerge(floor, planned, breathe);
  return publishResult(floor, createMergeOutcome(finished));
}

/** The return contract is written however it ended. */
async function publishResult(floor: Floor, reached: Outcome): Promise<Outcome> {
  const outcome = floor.weighed(reached);
  const { label, summary, result } = outcome;
  await floor.publish(`${FOLDER}/result.yaml`, asYaml({ outcome: label, summary, ...result }));
  return outcome;
}
