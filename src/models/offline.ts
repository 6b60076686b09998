/**
 * The embedded panel: rule-based readers without a language model. They use only the brief, quote it, and give the
 * same answer to the same brief.
 */
import { type PromptInput, type Model, ModelError } from "../model.ts";
import { boardReaders } from "../protocols/board/readers/readers.ts";
import { challengeReaders } from "../protocols/challenge/readers/readers.ts";
import { judgesReaders } from "../protocols/judges/readers/readers.ts";
import { roundtableReaders } from "../protocols/roundtable/readers/readers.ts";

/** A reader of long documents gives a promise, and lets other work in between. */
type OfflineReader = (input: PromptInput) => unknown;

/** One reader per kind of ask. */
const READERS: Readonly<Record<string, OfflineReader>> = {
  // a dissent is copied from the reader's own words, so there is nothing to correct
  attest: () => ({ accurate: true, correction: null }),
  ...judgesReaders,
  ...challengeReaders,
  ...boardReaders,
  ...roundtableReaders,
};

export function offline(): Model {
  return {
    id: "offline",
    notice: "built-in readers, no language model",
    worstCase: () => ({ tokens: 0, usd: 0 }),
    async *answer({ promptInput: input }, signal) {
      const reader = await loadOfflineReader(input.kind);
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

/** Those of documents are many, so they are loaded when there are documents. */
async function loadOfflineReader(kind: string): Promise<OfflineReader | undefined> {
  const readers = kind.startsWith("merge.")
    ? (await import("../protocols/merge/readers/readers.ts")).mergeReaders
    : READERS;
  return Object.hasOwn(readers, kind) ? readers[kind] : undefined;
}

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
