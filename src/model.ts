/** CONTRACT: anything that can answer an ask. */
import type { Json } from "./domain/json.ts";
import type { Participant } from "./domain/participant.ts";
import type { AbsenceReason } from "./domain/round.ts";
import { DissentError } from "./errors.ts";

/** Part of a prompt. Shared segments come first and are the same bytes for every seat. */
export interface Segment {
  readonly text: string;
  readonly shared: boolean;
}

export interface ModelRequest {
  readonly prompt: readonly Segment[];
  /** JSON Schema of the reply, made when first wanted. */
  readonly schema: () => Json;
  /** What the prompt was rendered from, for models that read data rather than prose. */
  readonly matter: Matter;
  readonly participant: Participant;
  /** 1 for the first try, 2 for the repair. */
  readonly attempt: number;
  /** Stable over crashes: the debate and the step. */
  readonly key: string;
}

/** The content of an ask as data; `kind` names the ask. */
export interface Matter {
  readonly kind: string;
  readonly [field: string]: unknown;
}

export type ModelEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "answer-given"; readonly text: string; readonly served: Served };

export interface Served {
  readonly provider: string;
  readonly model: string;
  readonly version: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/** The most one call can take, reserved before it starts (K12). */
export interface WorstCase {
  readonly tokens: number;
  readonly usd: number;
}

export interface Model {
  /** The reference under which it was asked for. */
  readonly id: string;
  /** The answer comes from a person, as an event; `answer` is never called. */
  readonly awaits?: "person";
  /** Said on every surface where it is not a language model. */
  readonly notice?: string;

  worstCase(request: ModelRequest): WorstCase;

  /**
   * Contract: yields deltas, then exactly one `answer-given`; throws only `ModelError`;
   * obeys the signal at once; keeps nothing between calls.
   */
  answer(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** A model did not answer. The kernel turns it into an absence; a protocol never sees it. */
export class ModelError extends DissentError {
  readonly code = "no-answer";
  readonly reason: AbsenceReason;

  constructor(reason: AbsenceReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}
