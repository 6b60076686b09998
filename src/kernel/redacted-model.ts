import { type Model, ModelError, type ModelEvent, type Served } from "../model.ts";
import type { Redact } from "../text/redact.ts";
/**
 * The boundary between models and everything else: what a model says passes here before anyone keeps, shows or cuts it.
 *
 * RM1. No secret leaves in a reply, an error, the name of who answered, or the reason for another try.
 * RM2. Nor in pieces: of a text that is still coming, the end that may be the first part of a secret waits for the
 *      rest of it.
 */
import { REDACTED, unfinishedSecretStart } from "../text/secret-patterns.ts";

/** The model, with secrets taken out of all that it says; the same model where that was done already. */
export function redactedModel(model: Model, redact: Redact): Model {
  if (isRedacted(model)) return model;
  const marked: Model & { readonly [IS_REDACTED]: true } = {
    ...model,
    [IS_REDACTED]: true,
    async *answer(request, signal) {
      const stream = redactedStream(redact);
      try {
        for await (const event of model.answer(request, signal)) {
          yield* redactedEvents(event, stream, redact);
        }
      } catch (error) {
        // nobody listens any more, and the reason to stop is our own
        if (signal.aborted) throw error;
        yield* deltaOf(stream.end());
        throw redactedError(error, redact);
      }
    },
  };
  return marked;
}

export function redactedModels<Reference>(
  modelFor: (reference: Reference) => Promise<Model>,
  redact: Redact,
): (reference: Reference) => Promise<Model> {
  return async (reference) => redactedModel(await modelFor(reference), redact);
}

// copied along with the other properties by whatever is put around the model
const IS_REDACTED = Symbol("redacted");

function isRedacted(model: Model): boolean {
  return IS_REDACTED in model;
}

type Delta = ModelEvent & { readonly type: "text-delta" };

function* redactedEvents(
  event: ModelEvent,
  stream: RedactedStream,
  redact: Redact,
): Generator<ModelEvent> {
  switch (event.type) {
    case "text-delta":
      yield { type: "text-delta", text: stream.next(event.text), ...stream.keptBack() };
      return;
    case "try-failed":
      yield* deltaOf(stream.end());
      yield { ...event, reason: redact(event.reason) };
      return;
    case "answer-given":
      yield* deltaOf(stream.end());
      yield {
        ...event,
        text: redact(withoutNeedlessEscapes(event.text)),
        served: redactedNames(event.served, redact),
      };
  }
}

function* deltaOf(text: string): Generator<Delta> {
  if (text !== "") yield { type: "text-delta", text };
}

function redactedNames(served: Served, redact: Redact): Served {
  const name = (word: string | null): string | null => (word === null ? null : redact(word));
  return {
    ...served,
    provider: redact(served.provider),
    model: name(served.model),
    version: name(served.version),
  };
}

/** Without its cause, which may hold a whole request with its headers. */
function redactedError(error: unknown, redact: Redact): Error {
  const message = redact(error instanceof Error ? error.message : String(error));
  if (!(error instanceof ModelError)) return new Error(message);
  const { reason, served, keyRefused } = error;
  return new ModelError(reason, message, {
    keyRefused,
    ...(served && { served: redactedNames(served, redact) }),
  });
}

interface RedactedStream {
  /** What may be shown after the next piece. */
  next(piece: string): string;
  keptBack(): Pick<Delta, "keptBack">;
  /** What was kept back, now that nothing follows it. */
  end(): string;
}

// keys have no spaces; a run that is longer than any of them is let go from its front
const LONGEST_KEY = 4096;
// a private key with its lines
const LONGEST_KEPT = 16 * 1024;

function redactedStream(redact: Redact): RedactedStream {
  const clean = (text: string): string => redact(withoutNeedlessEscapes(text));
  let kept = "";
  const letGo = (at: number): string => {
    const shown = kept.slice(0, at);
    kept = kept.slice(at);
    return shown === "" ? "" : clean(shown);
  };
  return {
    next(piece) {
      kept += piece;
      if (kept.length < 2 * LONGEST_KEY && /^[\x21-\x7e]*$/.test(piece)) return "";
      const at = Math.min(unfinishedSecretStart(kept), spacedSecretStart(kept, redact));
      if (kept.length - at <= LONGEST_KEPT && !isLongRun(kept.slice(at))) return letGo(at);
      return cutRun(kept.length - LONGEST_KEY);
    },
    keptBack: () => (kept === "" ? {} : { keptBack: kept.length }),
    end: () => letGo(kept.length),
  };

  /** A secret that would fall apart at the cut hides all that stands before it. */
  function cutRun(at: number): string {
    const whole = clean(kept);
    const shown = letGo(at);
    return whole === shown + clean(kept) ? shown : REDACTED;
  }
}

function isLongRun(text: string): boolean {
  return text.length >= 2 * LONGEST_KEY && !/\s/.test(text);
}

/** Where the end of a text may be the first words of a secret that has white space in it. */
function spacedSecretStart(text: string, { spacedSecrets }: Redact): number {
  const lengths = (spacedSecrets?.() ?? []).map((secret) => {
    for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
      if (text.endsWith(secret.slice(0, length))) return length;
    }
    return 0;
  });
  return text.length - Math.max(0, ...lengths);
}

/** Harmless JSON escapes are resolved, so that a secret cannot hide behind them. */
function withoutNeedlessEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(\\|\/|u00[2-7][0-9a-f])/gi, (escape, what: string) => {
    if (what === "/") return "/";
    if (what === "\\") return escape;
    const letter = String.fromCharCode(Number.parseInt(what.slice(1), 16));
    return letter === '"' || letter === "\\" || letter === "\u007f" ? escape : letter;
  });
}
