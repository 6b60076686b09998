/** Plays back given behaviour, step by step: for tests, rehearsals, and demonstrations of failures. */
import { type Clock, systemClock } from "../clock.ts";
import type { Json } from "../domain/json.ts";
import { type Model, ModelError, type ModelEvent, type ModelRequest } from "../model.ts";

/** What happens at one attempt. */
export type Behaviour =
  | { readonly reply: Json }
  | { readonly text: string }
  | { readonly hang: true }
  | { readonly crash: string }
  | { readonly refuse: string }
  | { readonly slow: { readonly chunks: number; readonly everyMs: number; readonly reply: Json } }
  | { readonly flood: number };

/** Step key (`openings/risk`), else seat id, else `*`; a list has one behaviour per attempt. */
export type Script = Readonly<Record<string, Behaviour | readonly Behaviour[]>>;

export function scripted(
  script: Script,
  { id = "scripted", clock = systemClock }: { id?: string; clock?: Clock } = {},
): Model {
  return {
    id,
    notice: "scripted replies, no language model",
    worstCase: () => ({ tokens: 1_000, usd: 0 }),
    async *answer(request, signal) {
      if (signal.aborted) throw new ModelError("timed-out", "stopped before it spoke");
      const behaviour = findScriptedBehaviour(script, request);
      if (behaviour === undefined) {
        throw new ModelError(
          "unavailable",
          `the script has nothing for ${parseRequestStep(request)}`,
        );
      }
      yield* playScriptedBehaviour(behaviour, { id, clock, signal });
    },
  };
}

function parseRequestStep({ key }: ModelRequest): string {
  return key.split("/").slice(1).join("/");
}

function findScriptedBehaviour(script: Script, request: ModelRequest): Behaviour | undefined {
  const found = script[parseRequestStep(request)] ?? script[request.participant.id] ?? script["*"];
  return Array.isArray(found)
    ? (found as readonly Behaviour[])[request.attempt - 1]
    : (found as Behaviour | undefined);
}

async function* playScriptedBehaviour(
  behaviour: Behaviour,
  { id, clock, signal }: { id: string; clock: Clock; signal: AbortSignal },
): AsyncGenerator<ModelEvent> {
  const answer = (text: string): ModelEvent => ({
    type: "answer-given",
    text,
    served: {
      provider: "scripted",
      model: id,
      version: null,
      inputTokens: 100,
      outputTokens: Math.ceil(text.length / 4),
      costUsd: 0,
    },
  });
  if ("reply" in behaviour) yield answer(JSON.stringify(behaviour.reply));
  else if ("text" in behaviour) yield answer(behaviour.text);
  else if ("crash" in behaviour) throw new ModelError("unavailable", behaviour.crash);
  else if ("refuse" in behaviour) throw new ModelError("refused", behaviour.refuse);
  else if ("hang" in behaviour) await waitUntilAborted(signal);
  else if ("flood" in behaviour) yield* streamFloodText(behaviour.flood, signal);
  else {
    const { chunks, everyMs, reply } = behaviour.slow;
    const text = JSON.stringify(reply);
    const size = Math.ceil(text.length / chunks);
    for (let start = 0; start < text.length; start += size) {
      await waitForDelay(clock, everyMs, signal);
      yield { type: "text-delta", text: text.slice(start, start + size) };
    }
    yield answer(text);
  }
}

function* streamFloodText(characters: number, signal: AbortSignal): Generator<ModelEvent> {
  const chunk = "x".repeat(64 * 1024);
  for (let sent = 0; sent < characters && !signal.aborted; sent += chunk.length) {
    yield { type: "text-delta", text: chunk };
  }
}

function waitUntilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => {
      reject(new ModelError("timed-out", "stopped while it was silent"));
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
}

function waitForDelay(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(delayMs, resolve);
    const stop = (): void => {
      cancel();
      reject(new ModelError("timed-out", "stopped while it was speaking"));
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
}
