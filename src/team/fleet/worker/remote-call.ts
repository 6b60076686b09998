/**
 * Waits for a call that any worker of the fleet makes.
 *
 * FF1. A call is queued under the name of its step. A second worker that runs the debate finds the call, and waits
 *      for it or takes its answer. Nothing is asked twice.
 * FF2. Only a person who cancels the turns stops a call. A worker that hands over, loses its lease or hits a defect
 *      leaves its calls alone: they finish under their names, and the next worker finds them.
 */
import { SetupError } from "../../../errors.ts";
import type { CallOptions, CallResult, ModelCall } from "../../../kernel/calls/call-model.ts";
import { TurnDropped } from "../../../kernel/suspension.ts";
import {
  CALL_MODEL_WORKFLOW,
  type QueueLimits,
  formatCallId,
  formatCallQueueName,
  parseProviderName,
} from "../fleet-queues.ts";
import { type OrderTexts, packOrder } from "../order-texts.ts";
import type {
  FinishedWorkflow,
  ResultPoller,
  WorkflowClient,
} from "../workflow/workflow-client.ts";
import type { RemoteCallOrder, RemoteCallResult } from "./call-runner.ts";

export interface RemoteCallOptions {
  readonly engine: Pick<WorkflowClient, "enqueue" | "cancel" | "forget">;
  readonly results: ResultPoller;
  readonly texts: OrderTexts;
  /** Aborted when the worker hands its debates over. */
  readonly leave: AbortSignal;
  /** Whether a person dropped the debate's turns. */
  readonly isDropped: (debate: string) => boolean;
  /** What the queue of a provider is to be like. */
  readonly termsFor: (provider: string) => QueueLimits;
  /** Tells the worker that makes the call to stop. */
  readonly onDrop: (id: string) => void;
}

// a call that was dropped this often by people is not made once more
const MOST_TIMES = 1_000;

export function createRemoteCall(
  setting: RemoteCallOptions,
): (hearing: CallOptions, call: ModelCall) => Promise<CallResult> {
  return async (hearing, call) => {
    const { request } = call;
    const provider = parseProviderName(call.model.id);
    const debate = request.key.slice(0, request.key.indexOf("/"));
    const order: RemoteCallOrder = {
      debate,
      key: call.key,
      reference: call.model.id,
      timeoutMs: hearing.timeoutMs,
      request: { ...request, schema: request.schema() },
    };
    const pack = packOrder(order);
    await setting.texts.put(pack);
    for (let time = 1; time <= MOST_TIMES; time++) {
      if (hearing.drop.cancelled) throw new TurnDropped("dropped");
      const id = formatCallId(request.key, request.attempt, time);
      await setting.engine.enqueue({
        id,
        queue: formatCallQueueName(provider),
        terms: setting.termsFor(provider),
        workflow: CALL_MODEL_WORKFLOW,
        args: [pack.body],
      });
      const end = await readRemoteCallResult(
        setting,
        await waitForRemoteCall(setting, { id, debate }, hearing),
      );
      if ("heard" in end) return end.heard;
    }
    throw new TypeError(`${request.key} was dropped ${MOST_TIMES} times.`);
  };
}

function waitForRemoteCall(
  setting: RemoteCallOptions,
  { id, debate }: { readonly id: string; readonly debate: string },
  { drop }: CallOptions,
): Promise<FinishedWorkflow> {
  const { results, engine, leave, isDropped, onDrop } = setting;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      results.forget(id);
      reject(new TurnDropped("dropped"));
      if (leave.aborted || !isDropped(debate)) return;
      onDrop(id);
      engine.cancel(id).catch(() => {});
    };
    // it may have been pulled while the order was on its way
    if (drop.cancelled) {
      stop();
      return;
    }
    const letGo = drop.onCancel(stop);
    results.wait(id).then(
      (over) => {
        letGo();
        resolve(over);
      },
      (error: unknown) => {
        letGo();
        reject(error);
      },
    );
  });
}

/** Only what was dropped before is asked under the next name; what went wrong is said, and forgotten for the next try. */
async function readRemoteCallResult(
  { engine }: RemoteCallOptions,
  over: FinishedWorkflow,
): Promise<Exclude<RemoteCallResult, RefusedCall>> {
  if (over.cancelled) return { dropped: true };
  const end = over.failure === null ? (over.output as RemoteCallResult) : { refused: over.failure };
  if (!("refused" in end)) return end;
  await engine.forget(over.id);
  throw new SetupError("fleet-trouble", `A worker could not make the call: ${end.refused}`);
}

type RefusedCall = { readonly refused: string };
