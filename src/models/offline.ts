/**
 * The embedded panel: rule-based readers without a language model. They use only the brief, quote it, and give the
 * same answer to the same brief.
 */
import { type Model, ModelError } from "../model.ts";
import { loadOfflineReader } from "../protocols/readers.ts";

export function offline(): Model {
  return {
    id: "offline",
    notice: "built-in readers, no language model",
    worstCase: () => ({ tokens: 0, usd: 0 }),
    async *answer({ promptInput: input }, signal) {
      const reader = input.kind === "attest" ? () => ATTESTED : await loadOfflineReader(input.kind);
      if (!reader) {
        throw new ModelError("unavailable", `The built-in readers cannot answer "${input.kind}".`);
      }
      throwIfAborted(signal);
      const text = JSON.stringify(await reader(input), null, 2);
      for (const part of splitIntoParts(text)) {
        throwIfAborted(signal);
        yield { type: "text-delta", text: part };
      }
      throwIfAborted(signal);
      yield { type: "answer-given", text, served: SERVED };
    },
  };
}

/** A dissent is copied from the reader's own words, so there is nothing to correct. */
const ATTESTED = { accurate: true, correction: null };

/** Raised when the readers would answer the same brief differently. */
const VERSION = "2";

const SERVED = {
  provider: "offline",
  model: "offline",
  version: VERSION,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
};

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ModelError("timed-out", "The reading was stopped.");
}

const PARTS = 6;

/** A handful of pieces, so that a live display has something to show. */
function splitIntoParts(text: string): string[] {
  const size = Math.max(1, Math.ceil(text.length / PARTS));
  const count = Math.ceil(text.length / size);
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size));
}
