/**
 * The boundary between models and everything else: a model's output passes here before anyone stores, shows or cuts
 * it.
 *
 * RM1. No secret gets out in a reply, an error, the name of the model that answered, or the reason for a retry.
 * RM2. Nor in pieces: while text is streaming, an ending that may be the start of a secret waits for the rest.
 */
import { type Model, ModelError, type ModelEvent, type AnswerMetadata } from "../../model.ts";
import type { Redactor } from "../../text/redact.ts";
import { REDACTED, findUnfinishedSecretStart } from "../../text/secret-patterns.ts";

/** The model, with secrets taken out of all that it says; the same model where that was done already. */
export function createRedactedModel(model: Model, redact: Redactor): Model {
  if (isRedactedModel(model)) return model;
  const marked: Model & { readonly [IS_REDACTED]: true } = {
    ...model,
    [IS_REDACTED]: true,
    async *answer(request, signal) {
      const stream = createRedactedStream(redact);
      try {
        for await (const event of model.answer(request, signal)) {
          yield* redactModelEvent(event, stream, redact);
        }
      } catch (error) {
        // nobody listens any more, and the reason to stop is our own
        if (signal.aborted) throw error;
        yield* yieldTextDelta(stream.end());
        throw redactModelError(error, redact);
      }
    },
  };
  return marked;
}

export function createRedactedModelSource<Reference>(
  modelFor: (reference: Reference) => Promise<Model>,
  redact: Redactor,
): (reference: Reference) => Promise<Model> {
  return async (reference) => createRedactedModel(await modelFor(reference), redact);
}

// copied along with the other properties by whatever is put around the model
const IS_REDACTED = Symbol("redacted");

function isRedactedModel(model: Model): boolean {
  return IS_REDACTED in model;
}

type TextDelta = ModelEvent & { readonly type: "text-delta" };

function* redactModelEvent(
  event: ModelEvent,
  stream: RedactedStream,
  redact: Redactor,
): Generator<ModelEvent> {
  switch (event.type) {
    case "text-delta":
      yield { type: "text-delta", text: stream.next(event.text), ...stream.keptBack() };
      return;
    case "try-failed":
      yield* yieldTextDelta(stream.end());
      yield { ...event, reason: redact(event.reason) };
      return;
    case "answer-given":
      yield* yieldTextDelta(stream.end());
      yield {
        ...event,
        text: redact(resolveHarmlessEscapes(event.text)),
        served: redactServedNames(event.served, redact),
      };
  }
}

function* yieldTextDelta(text: string): Generator<TextDelta> {
  if (text !== "") yield { type: "text-delta", text };
}

function redactServedNames(served: AnswerMetadata, redact: Redactor): AnswerMetadata {
  const name = (word: string | null): string | null => (word === null ? null : redact(word));
  return {
    ...served,
    provider: redact(served.provider),
    model: name(served.model),
    version: name(served.version),
  };
}

/** Without its cause, which may contain a whole request with its headers. */
function redactModelError(error: unknown, redact: Redactor): Error {
  const message = redact(error instanceof Error ? error.message : String(error));
  if (!(error instanceof ModelError)) return new Error(message);
  const { reason, served, keyRefused } = error;
  return new ModelError(reason, message, {
    keyRefused,
    ...(served && { served: redactServedNames(served, redact) }),
  });
}

interface RedactedStream {
  /** What may be shown after the next piece. */
  next(piece: string): string;
  keptBack(): Pick<TextDelta, "keptBack">;
  /** What was kept back, now that nothing follows it. */
  end(): string;
}

// keys have no spaces; a run that is longer than any of them is released from its front
const LONGEST_KEY = 4096;
// a private key with its lines
const LONGEST_KEPT = 16 * 1024;

function createRedactedStream(redact: Redactor): RedactedStream {
  const clean = (text: string): string => redact(resolveHarmlessEscapes(text));
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
      const at = Math.min(findUnfinishedSecretStart(kept), findSpacedSecretStart(kept, redact));
      if (kept.length - at <= LONGEST_KEPT && !isUnbrokenRun(kept.slice(at))) return letGo(at);
      return cutRun(kept.length - LONGEST_KEY);
    },
    keptBack: () => (kept === "" ? {} : { keptBack: kept.length }),
    end: () => letGo(kept.length),
  };

  /** A secret that the cut would split hides everything before it. */
  function cutRun(at: number): string {
    const whole = clean(kept);
    const shown = letGo(at);
    return whole === shown + clean(kept) ? shown : REDACTED;
  }
}

function isUnbrokenRun(text: string): boolean {
  return text.length >= 2 * LONGEST_KEY && !/\s/.test(text);
}

/** Where the end of a text may be the first words of a secret that has white space in it. */
function findSpacedSecretStart(text: string, { spacedSecrets }: Redactor): number {
  const lengths = (spacedSecrets?.() ?? []).map((secret) => {
    for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
      if (text.endsWith(secret.slice(0, length))) return length;
    }
    return 0;
  });
  return text.length - Math.max(0, ...lengths);
}

/** Harmless JSON escapes are resolved, so that a secret cannot hide behind them. */
function resolveHarmlessEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(\\|\/|u00[2-7][0-9a-f])/gi, (escape, what: string) => {
    if (what === "/") return "/";
    if (what === "\\") return escape;
    const letter = String.fromCharCode(Number.parseInt(what.slice(1), 16));
    return letter === '"' || letter === "\\" || letter === "\u007f" ? escape : letter;
  });
}
