/** Tests a model with one question and a deadline, and describes the result in plain words. */
import { type Clock, systemClock } from "../../clock.ts";
import { DissentError } from "../../errors.ts";
import type { TrialQuestion } from "../../kernel/trial-question.ts";
import { type Model, ModelError } from "../../model.ts";
import { callModelOnce } from "../../models/call-model-once.ts";
import type { ModelSource } from "../../models/model-registry.ts";
import { isReadyReply, createReadyRequest } from "../../models/ready-request.ts";
import type { ModelProbe } from "./challenger-cache.ts";

export interface ModelProbeResult {
  readonly works: boolean;
  /** Why it does not; empty when it does. */
  readonly why: string;
  /** What the reader can do about it, where the failure says so. */
  readonly fix: string | null;
  /** What the provider says has answered; null where it does not say or nobody was asked. */
  readonly served: string | null;
  /** Null where nobody had to be asked. */
  readonly tookMs: number | null;
  /** Null where there is no such model. */
  readonly model: Model | null;
}

export interface ModelProbeOptions {
  readonly models: ModelSource;
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  /** Put in place of the tiny one: whether a debate could use the answer. */
  readonly trial?: TrialQuestion;
}

/** Long enough for an agent that takes ten seconds to start, on a machine with something else to do. */
export const PROBE_DEADLINE_MS = 45_000;

/** A question of a debate takes a model that thinks first a while. */
export const TRIAL_DEADLINE_MS = 120_000;

/** Never fails: the reason why a model does not answer is the result. */
export async function probeModel(
  reference: string,
  setting: ModelProbeOptions,
): Promise<ModelProbeResult> {
  const nothing = { works: false, why: "", fix: null, served: null, tookMs: null, model: null };
  try {
    const model = await setting.models(reference);
    return { ...nothing, model, ...(await askProbeQuestion(model, setting)) };
  } catch (error) {
    const fix = error instanceof DissentError ? (error.hint ?? null) : null;
    return { ...nothing, why: error instanceof Error ? error.message : "it failed", fix };
  }
}

/**
 * A minimal probe, for callers that only need to know whether the model answers. A longer timeout of the debate
 * holds here, too.
 */
export function createModelProbe(
  models: ModelSource,
  { timeoutMs, clock = systemClock }: { timeoutMs: number | null; clock?: Clock },
): ModelProbe {
  return async (reference) => {
    const { works, why } = await probeModel(reference, {
      models,
      clock,
      deadlineMs: Math.max(PROBE_DEADLINE_MS, timeoutMs ?? 0),
    });
    if (!works) throw new ModelError("unavailable", why);
  };
}

async function askProbeQuestion(
  model: Model,
  setting: ModelProbeOptions,
): Promise<Pick<ModelProbeResult, "works" | "why" | "served" | "tookMs">> {
  // people are not bothered, and anything but a language model has nothing to prove
  if (model.awaits !== undefined || model.notice !== undefined) {
    return { works: true, why: "", served: null, tookMs: null };
  }
  const { text, served, error, tookMs } = await callModelOnce(
    model,
    setting.trial?.createRequest(model.id) ?? createReadyRequest(model.id),
    setting,
  );
  const why = describeProbeProblem(text, error, setting.trial);
  return { works: why === "", why, served: served?.model ?? null, tookMs };
}

function describeProbeProblem(
  text: string | undefined,
  error: unknown,
  trial: TrialQuestion | undefined,
): string {
  // an error of another kind is a defect of one adapter, and must not hide what is known of the others
  if (error !== undefined) return error instanceof Error ? error.message : "it failed unsaid";
  if (!trial) {
    return isReadyReply(text ?? "") ? "" : "it answered, but not with the JSON it was asked for";
  }
  const problems = trial.findProblems(text ?? "");
  if (problems.length === 0) return "";
  const more = problems.length - MAX_SHOWN_PROBLEMS;
  const shown = problems.slice(0, MAX_SHOWN_PROBLEMS).join("; ");
  return `it answered, but a debate could not use the answer: ${shown}${more > 0 ? `; and ${more} more` : ""}`;
}

const MAX_SHOWN_PROBLEMS = 3;
