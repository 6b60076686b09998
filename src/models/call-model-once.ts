/** Asks a model one question with a deadline, and returns everything that happened. */
import type { Clock } from "../clock.ts";
import {
  type Model,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type AnswerMetadata,
} from "../model.ts";

export interface SingleCallOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** Ends it before its deadline. */
  readonly signal?: AbortSignal;
}

export interface SingleCallResult {
  /** The answer's text; undefined where none was given. */
  readonly text: string | undefined;
  readonly served: AnswerMetadata | undefined;
  /** Why there is none. Anything but a `ModelError` breaks the contract. */
  readonly error: unknown;
  readonly tries: readonly Extract<ModelEvent, { type: "try-failed" }>[];
  readonly tookMs: number;
  /** Time between the signal and the end; 0 where no signal was needed. */
  readonly lateMs: number;
}

export async function callModelOnce(
  model: Model,
  request: ModelRequest,
  setting: SingleCallOptions,
): Promise<SingleCallResult> {
  const { clock, deadlineMs, signal } = setting;
  const startedMs = clock.nowMs();
  const deadline = new AbortController();
  let abortedMs: number | undefined;
  const stop = (): void => {
    abortedMs ??= clock.nowMs();
    deadline.abort(new ModelError("timed-out", `no answer within ${formatDeadline(deadlineMs)}`));
  };
  const cancel = clock.after(deadlineMs, stop);
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  const heard = await collectModelAnswer(model, request, deadline.signal);
  cancel();
  signal?.removeEventListener("abort", stop);
  const nowMs = clock.nowMs();
  return { ...heard, tookMs: nowMs - startedMs, lateMs: nowMs - (abortedMs ?? nowMs) };
}

async function collectModelAnswer(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Omit<SingleCallResult, "tookMs" | "lateMs">> {
  const tries: SingleCallResult["tries"][number][] = [];
  let text: string | undefined;
  let served: AnswerMetadata | undefined;
  let error: unknown;
  try {
    for await (const event of model.answer(request, signal)) {
      if (event.type === "try-failed") tries.push(event);
      if (event.type === "answer-given") ({ text, served } = event);
    }
    if (text === undefined) error = new TypeError("it ended without an answer and without a word");
  } catch (thrown) {
    error = thrown;
    text = undefined;
    if (thrown instanceof ModelError) ({ served } = thrown);
  }
  return { text, served, error, tries };
}

function formatDeadline(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}
