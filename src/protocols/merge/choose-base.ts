/** A31-A33: step 3: metrics by code, criteria by the evaluator in two orders, and the base. */
import { computeVariantMetrics } from "../../documents/metrics/variant-metrics.ts";
import type { YieldToEventLoop } from "../../documents/yield-to-event-loop.ts";
import type { Turn } from "../../domain/round.ts";
import type { Floor } from "../../protocol.ts";
import { sourceDocument } from "./compare-variants.ts";
import { basePage } from "./documents/base-page.ts";
import { evaluate, evaluateAgain } from "./prompts/evaluate-asks.ts";
import type { EvaluationReply } from "./replies.ts";
import { disputesIn } from "./rules/evaluation.ts";
import { computeBase } from "./rules/scoring.ts";
import { stopAfterBase } from "./rules/stops.ts";
import { type Based, type Debated, listDocuments, type Scored } from "./rules/table.ts";
import { FOLDER } from "./rules/variants.ts";

export async function chooseBase(
  floor: Floor,
  debated: Debated,
  breathe: YieldToEventLoop,
): Promise<Based> {
  const source = await sourceDocument(debated, breathe);
  const metrics = await computeVariantMetrics(listDocuments(debated), source, breathe);
  const unjudged: Scored = { ...debated, metrics, forward: null, reverse: null, again: null };
  const based = debated.analysis.identical
    ? takeFirstAsBase(unjudged)
    : await stopAfterBase(floor, takeChosenBase(await judgedBy(floor, unjudged)));
  await floor.publish(`${FOLDER}/base-selection.md`, basePage(based));
  return based;
}

function takeChosenBase(scored: Scored): Based {
  return { ...scored, base: computeBase(scored, scored.settings.base) };
}

/** A17: the first in input order, unless a person named another. */
function takeFirstAsBase(scored: Scored): Based {
  const { base: wanted } = scored.settings;
  const variant = wanted ?? listDocuments(scored)[0]?.variant ?? 1;
  return {
    ...scored,
    base: { variant, selection: null, candidates: [], byPerson: wanted !== null },
  };
}

/** s: two separate calls, neither of which shows the debate; then once more where they differ. */
async function judgedBy(floor: Floor, unjudged: Scored): Promise<Scored> {
  const { evaluator } = unjudged;
  if (!evaluator) return unjudged;
  const pass = (name: "forward" | "reverse"): Promise<Turn<EvaluationReply>> =>
    floor.ask(name, evaluator, evaluate(unjudged, evaluator, { pass: name, fence: floor.fence }));
  const forward = await pass("forward");
  const reverse = await pass("reverse");
  const scored = { ...unjudged, forward, reverse };
  const disputes = disputesIn(scored);
  if (disputes.length === 0) return scored;
  const reveals = [forward.key, reverse.key];
  const ask = evaluateAgain(scored, evaluator, { disputes, reveals, fence: floor.fence });
  return { ...scored, again: await floor.ask("re-evaluation", evaluator, ask) };
}
