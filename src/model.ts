/** CONTRACT: anything that can answer an ask. */
import type { AwaitedProvider } from "./domain/awaited.ts";
import type { Json } from "./domain/json.ts";
import type { Participant } from "./domain/participant.ts";
import type { AbsenceReason } from "./domain/round.ts";
import { DissentError } from "./errors.ts";

/** Part of a prompt. Shared segments come first and are the same bytes for every seat. */
export interface PromptSegment {
  readonly text: string;
  readonly shared: boolean;
}

export interface ModelRequest {
  readonly prompt: readonly PromptSegment[];
  /** JSON Schema of the reply, made when first wanted. */
  readonly schema: () => Json;
  /** What the prompt was rendered from, for models that read data rather than prose. */
  readonly promptInput: PromptInput;
  readonly participant: Participant;
  /** 1 for the first try, 2 for the repair. */
  readonly attempt: number;
  /** Stable over crashes: the debate and the step. */
  readonly key: string;
}

/** The content of an ask as data; `kind` names the ask. */
export interface PromptInput {
  readonly kind: string;
  readonly [field: string]: unknown;
}

export type ModelEvent =
  | {
      readonly type: "text-delta";
      /** Empty where all of it is kept back for now. */
      readonly text: string;
      /** Characters that came and are kept back, because they may be the first part of a secret. */
      readonly keptBack?: number;
    }
  /** A temporary failure; the same question is asked again after the delay. Text received so far is void. */
  | {
      readonly type: "try-failed";
      readonly reason: string;
      /** Counted from 1. */
      readonly tries: number;
      readonly delayMs: number;
    }
  | { readonly type: "answer-given"; readonly text: string; readonly served: AnswerMetadata };

export interface AnswerMetadata {
  readonly provider: string;
  /** What the provider says it served; null where it does not say. */
  readonly model: string | null;
  readonly version: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** Of the input tokens, those the provider read from its prompt cache. */
  readonly cachedTokens?: number;
  /** `approximate`: priced like the nearest model with a known price; `unknown`: no price is known, so `costUsd` is 0 and says nothing. */
  readonly price?: "known" | "approximate" | "unknown";
}

export interface TokenCounts {
  readonly input: number;
  /** Of the input, those read from a cache. */
  readonly cached?: number;
  /** Of the input, those written to a cache, which some vendors charge more for. */
  readonly written?: number;
  readonly output: number;
}

/** What tokens of a model cost, from a list that ships with the package. */
export interface Price {
  readonly approximate: boolean;
  usd(tokens: TokenCounts): number;
}

/** The most one call can take, reserved before it starts (K12). */
export interface WorstCase {
  readonly tokens: number;
  /** Null where no price is known; under a cap in dollars such a call is not made unless that was allowed. */
  readonly usd: number | null;
}

/** Why a model cannot be reached, and what to do about it. */
export interface UnreachableCause {
  readonly code: "missing-key" | "not-installed";
  readonly why: string;
  readonly fix: string | null;
}

export interface Model {
  /** The reference under which it was asked for. */
  readonly id: string;
  /** The answer comes from a person or a host, as an event; `answer` is never called. */
  readonly awaits?: AwaitedProvider;
  /** Said on every surface where it is not a language model. */
  readonly notice?: string;
  /** Whose weights answer, such as `anthropic`: seats of one family are not independent of each other. */
  readonly family?: string;
  /** Set where it cannot be reached from here: every call fails. */
  readonly unreachable?: UnreachableCause;
  /** Why it is not safe, where a person allowed that: said on every surface. */
  readonly unsafe?: string;
  /** Absent where answers cost nothing; null where nobody knows what they cost. */
  readonly price?: Price | null;
  /** Every host that a call may reach, as `name:port` where the port is not 443. */
  readonly hosts?: readonly string[];

  worstCase(request: ModelRequest): WorstCase;

  /**
   * The usage of a try that ended before its provider reported it, estimated from the received text. Absent: unknown.
   */
  tookSoFar?(request: ModelRequest, heard: string): AnswerMetadata;

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
  /** Who answered and what it took, where that is known although nothing came of it. */
  readonly served: AnswerMetadata | undefined;
  /** A key or login is wrong or missing: the same question can be asked again once a person has mended that. */
  readonly keyRefused: boolean;

  constructor(
    reason: AbsenceReason,
    message: string,
    {
      served,
      keyRefused = false,
      ...options
    }: { cause?: unknown; served?: AnswerMetadata; keyRefused?: boolean } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.served = served;
    this.keyRefused = keyRefused;
  }
}
