/**
 * Waits for one answer until it is complete, its deadline passes, or the call is cancelled. `redacted-model.ts` has
 * already removed secrets from it.
 */
import type { Clock } from "../../clock.ts";
import type { Usage } from "../../domain/journal/event.ts";
import type { AbsenceReason } from "../../domain/round.ts";
import type { LiveEvent } from "../../engine.ts";
import { type Model, ModelError, type ModelRequest, type AnswerMetadata } from "../../model.ts";
import { TurnDropped } from "../suspension.ts";
import type { Cancellation } from "./cancellation.ts";

export interface CallOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Pulled when turns in flight are to be dropped. */
  readonly drop: Cancellation;
  readonly onLive: ((event: LiveEvent) => void) | undefined;
}

export type CallResult = {
  readonly provider: string | null;
  readonly served: string | null;
  readonly version: string | null;
  readonly usage: Usage;
  readonly latencyMs: number;
} & (
  | { readonly answered: true; readonly text: string }
  | {
      readonly answered: false;
      readonly called: boolean;
      readonly reason: AbsenceReason;
      readonly detail: string;
      readonly raw: string | null;
      /** A key or login was not accepted; nothing was received or charged. */
      readonly keyRefused?: true;
    }
);

export interface ModelCall {
  readonly key: string;
  readonly model: Model;
  readonly request: ModelRequest;
}

interface PartialAnswer {
  readonly startedMs: number;
  text: string;
  /** Characters received and not passed on yet: nobody stores them, but they are charged. */
  keptBack: number;
  tries: number;
  /** Text received from earlier tries, which is void but was charged. */
  readonly voided: string[];
}

export function callModel(hearing: CallOptions, call: ModelCall): Promise<CallResult> {
  const { clock, timeoutMs, drop, onLive } = hearing;
  const by = call.request.participant.id;
  if (drop.cancelled) return Promise.reject(new TurnDropped("dropped"));
  onLive?.({ type: "turn-started", key: call.key, by, repair: call.request.attempt > 1 });
  const heardSoFar: PartialAnswer = {
    startedMs: clock.nowMs(),
    text: "",
    keptBack: 0,
    tries: 1,
    voided: [],
  };
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    let over = false;
    const end = (): boolean => {
      if (over) return false;
      over = true;
      cancelTimer();
      letGo();
      return true;
    };
    const fail = (error: unknown): void => {
      // a late failure of a model that ignored its signal is nobody's concern any more
      if (!end()) return;
      if (drop.cancelled) reject(new TurnDropped("dropped"));
      else resolve(createFailedResult(hearing, error, { ...heardSoFar, call }));
    };
    const stop = (error: Error): void => {
      fail(error);
      controller.abort(error);
    };
    const cancelTimer = clock.after(timeoutMs, () => {
      stop(new ModelError("timed-out", `no answer within ${timeoutMs / 1000} s`));
    });
    const letGo = drop.onCancel(() => stop(new TurnDropped("dropped")));
    readAnswerStream(hearing, call, { signal: controller.signal, heardSoFar }).then((answer) => {
      if (end()) resolve(answer);
    }, fail);
  });
}

// more than any reply needs; a model that floods is cut off before it fills the memory
const LONGEST_REPLY = 1024 * 1024;

async function readAnswerStream(
  { clock, onLive }: CallOptions,
  { key, model, request }: ModelCall,
  { signal, heardSoFar }: { signal: AbortSignal; heardSoFar: PartialAnswer },
): Promise<CallResult & { answered: true }> {
  const by = request.participant.id;
  for await (const event of model.answer(request, signal)) {
    switch (event.type) {
      case "text-delta":
        heardSoFar.text += event.text;
        heardSoFar.keptBack = event.keptBack ?? 0;
        rejectOversizedReply(heardSoFar.text);
        if (event.text !== "") onLive?.({ type: "text-heard", key, by, text: event.text });
        break;
      case "try-failed":
        if (heardSoFar.text !== "") heardSoFar.voided.push(heardSoFar.text);
        heardSoFar.text = "";
        heardSoFar.tries = event.tries + 1;
        onLive?.({ ...event, key, by });
        break;
      case "answer-given": {
        rejectOversizedReply(event.text);
        const usage = createUsage(event.served, heardSoFar.tries);
        const latencyMs = clock.nowMs() - heardSoFar.startedMs;
        return {
          answered: true,
          text: event.text,
          ...readServedNames(event.served),
          usage,
          latencyMs,
        };
      }
    }
  }
  throw new ModelError("unavailable", "the model ended without an answer");
}

function rejectOversizedReply(text: string): void {
  if (text.length <= LONGEST_REPLY) return;
  throw new ModelError("unreadable", `the reply passed ${LONGEST_REPLY} characters`);
}

// names of models are short; anything longer is not one
const LONGEST_NAME = 200;

/** The provider names the model that answered, so this may be anything. */
function readServedNames(
  served: AnswerMetadata | undefined,
): Pick<CallResult, "provider" | "served" | "version"> {
  const name = (word: string | null | undefined): string | null =>
    word == null ? null : word.slice(0, LONGEST_NAME).toWellFormed();
  return {
    provider: name(served?.provider),
    served: name(served?.model),
    version: name(served?.version),
  };
}

/** What is said of every call is said; what is said of few is left out where it does not apply. */
function createUsage(served: AnswerMetadata, tries: number): Usage {
  const { price = "known" } = served;
  const cachedTokens = sanitizeCount(served.cachedTokens);
  const usage = {
    inputTokens: sanitizeCount(served.inputTokens),
    outputTokens: sanitizeCount(served.outputTokens),
    costUsd: sanitizeCount(served.costUsd),
  };
  if (cachedTokens === 0 && price === "known" && tries === 1) return usage;
  return {
    ...usage,
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(price !== "known" && { price }),
    ...(tries > 1 && { tries }),
  };
}

// more than any call takes; what is beyond cannot be added up any more
const MOST_COUNTED = 1_000_000_000;

/** The provider also reports the usage: an invalid number counts as nothing. */
function sanitizeCount(told: number | undefined): number {
  return typeof told === "number" && told > 0 && told <= MOST_COUNTED ? told : 0;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

// enough to see what went wrong, little enough to keep
export const LONGEST_RAW = 20_000;

/** A provider whose stream was cut off charges for what it sent, and does not say how much. */
function estimatePartialUsage(
  { model, request }: ModelCall,
  heard: readonly string[],
): AnswerMetadata | undefined {
  return heard
    .filter((text) => text !== "")
    .map((text) => model.tookSoFar?.(request, text))
    .reduce((sum, one) => {
      if (!sum || !one) return sum ?? one;
      const inputTokens = sum.inputTokens + one.inputTokens;
      const outputTokens = sum.outputTokens + one.outputTokens;
      return { ...sum, inputTokens, outputTokens, costUsd: sum.costUsd + one.costUsd };
    }, undefined);
}

function createFailedResult(
  { clock }: CallOptions,
  error: unknown,
  {
    startedMs,
    text: raw,
    keptBack,
    tries,
    voided,
    call,
  }: PartialAnswer & { readonly call: ModelCall },
): CallResult {
  const known = error instanceof ModelError;
  const served =
    (known ? error.served : undefined) ??
    estimatePartialUsage(call, [...voided, raw + " ".repeat(keptBack)]);
  const message = error instanceof Error ? error.message : String(error);
  return {
    answered: false,
    called: true,
    reason: known ? error.reason : "unavailable",
    detail: (known ? message : `the model broke its contract: ${message}`).slice(0, 2_000),
    raw: raw === "" ? null : raw.slice(0, LONGEST_RAW),
    ...(known && error.keyRefused && served === undefined && { keyRefused: true as const }),
    ...readServedNames(served),
    usage: served ? createUsage(served, tries) : { ...NO_USAGE, ...(tries > 1 && { tries }) },
    latencyMs: clock.nowMs() - startedMs,
  };
}
