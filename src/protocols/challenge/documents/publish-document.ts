/** K20: publishes the document of an outcome, and returns that outcome. */
import { prependJudgementNotice } from "../../../domain/judgement.ts";
import type { Outcome } from "../../../domain/outcome.ts";
import type { Floor } from "../../../protocol.ts";

export async function publishWithOutcome(
  floor: Floor,
  reached: Outcome,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<Outcome> {
  const outcome = floor.weighed(reached);
  await floor.publish(name, prependJudgementNotice(outcome, text));
  return outcome;
}
