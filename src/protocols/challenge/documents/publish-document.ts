/** K20: publishes the document of an outcome as far as it could be judged, and returns that outcome. */
import { prependJudgementNotice } from "../../../domain/outcome/judgement.ts";
import type { Confidence, Outcome } from "../../../domain/outcome/outcome.ts";
import type { Floor } from "../../../protocol.ts";
import { reachConsensus, reachTradeoff } from "../result.ts";
import type { Debate } from "../rules/table.ts";
import { writeConsensus, writeTradeoff } from "./challenge-documents.ts";

export function publishConsensus(floor: Floor, debate: Debate): Promise<Outcome> {
  return publishWith(floor, reachConsensus(debate), {
    name: "consensus.md",
    write: (confidence) => writeConsensus(debate, confidence),
  });
}

export function publishTradeoff(floor: Floor, debate: Debate): Promise<Outcome> {
  return publishWith(floor, reachTradeoff(debate), {
    name: "tradeoff.md",
    write: (confidence) => writeTradeoff(debate, confidence),
  });
}

async function publishWith(
  floor: Floor,
  reached: Outcome,
  { name, write }: { readonly name: string; readonly write: (confidence: Confidence) => string },
): Promise<Outcome> {
  const outcome = floor.weighed(reached);
  await floor.publish(name, prependJudgementNotice(outcome, write(outcome.confidence)));
  return outcome;
}
