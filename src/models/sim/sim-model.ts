/** `sim/…`: a participant of known skill in the seat of a language model, through the same engine. */
import type { SimulatedAnswer } from "../../domain/simulated-answer.ts";
import { type Model, ModelError } from "../../model.ts";
import { loadSimulatedReplier } from "../../protocols/simulated.ts";
import { decideSimulated } from "./sim-decide.ts";
import { parseSimTraits } from "./sim-traits.ts";

export function createSimulatedModel(id: string, words: string): Model {
  const traits = parseSimTraits(words);
  return {
    id,
    notice: "simulated participants, no language model",
    family: traits.family,
    worstCase: () => ({ tokens: 4_000, usd: 0 }),
    async *answer({ promptInput, prompt }, signal) {
      if (signal.aborted) throw new ModelError("timed-out", "stopped before it spoke");
      if (traits.role === "silent") throw new ModelError("timed-out", "it never answers");
      const reply = await loadSimulatedReplier(promptInput.kind);
      if (!reply)
        throw new ModelError("unavailable", `A simulation cannot answer "${promptInput.kind}".`);
      const decide = (view: Parameters<typeof decideSimulated>[1]): SimulatedAnswer =>
        decideSimulated(traits, view);
      const text =
        traits.role === "garbler"
          ? "I would rather not say."
          : JSON.stringify(reply(promptInput, decide));
      const bytes = prompt.reduce((sum, segment) => sum + segment.text.length, 0);
      yield {
        type: "answer-given",
        text,
        served: {
          provider: "sim",
          model: id,
          version: "1",
          inputTokens: Math.ceil(bytes / 4),
          outputTokens: Math.ceil(text.length / 4),
          costUsd: 0,
        },
      };
    },
  };
}
