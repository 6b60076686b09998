/**
 * Makes one call to a model, on any worker with capacity.
 *
 * FC1. The deadline starts with the call, not when it was queued: waiting in a queue is not the model's failure.
 * FC2. The worker that makes the call removes secrets from the answer before it is stored anywhere.
 * FC3. A worker without the model says so; that is not recorded as an absence of the model.
 * FC4. No model is called while the database is unreachable: nobody could store the answer, and another worker may
 *      have been given the call.
 */
import type { Clock } from "../../../clock.ts";
import type { Json } from "../../../domain/json.ts";
import type { LiveEvent } from "../../../engine.ts";
import { SetupError } from "../../../errors.ts";
import { type CallResult, callModel } from "../../../kernel/calls/call-model.ts";
import { type Cancellation, createCancellation } from "../../../kernel/calls/cancellation.ts";
import { createRedactedModelSource } from "../../../kernel/calls/redacted-model.ts";
import { TurnDropped } from "../../../kernel/suspension.ts";
import type { Model, ModelRequest } from "../../../model.ts";
import type { Redactor } from "../../../text/redact.ts";
import { retryWhileUnavailable } from "../fleet-database.ts";
import { parseProviderName } from "../fleet-queues.ts";
import type { LiveSender } from "../live-messages.ts";
import type { OrderTexts } from "../order-texts.ts";

/** A request as it travels; the schema is made before, since it is asked for anyway. */
export interface RemoteCallOrder {
  readonly debate: string;
  readonly key: string;
  readonly reference: string;
  readonly timeoutMs: number;
  readonly request: Omit<ModelRequest, "schema"> & { readonly schema: Json };
}

export type RemoteCallResult =
  | { readonly heard: CallResult }
  | { readonly dropped: true }
  /** The worker cannot make such a call, and why. */
  | { readonly refused: string };

export interface CallRunnerOptions {
  readonly modelFor: (reference: string) => Promise<Model>;
  readonly texts: OrderTexts;
  readonly clock: Clock;
  readonly redact: Redactor;
  readonly live: Pick<LiveSender, "hear" | "land">;
  /** Fails while the database is away, or once this worker was declared dead. */
  readonly ensureConnected: () => Promise<void>;
  readonly onCall?: (provider: string, end: RemoteCallResult) => void;
}

export interface CallRunner {
  call(id: string, body: string): Promise<RemoteCallResult>;
  /** Stops it where it is made here. */
  drop(id: string): void;
  /** Those that are made here now. */
  listActiveIds(): readonly string[];
  readonly activeCount: number;
}

export function createCallRunner(setting: CallRunnerOptions): CallRunner {
  const { texts, clock, redact, onCall } = setting;
  const modelFor = createRedactedModelSource(setting.modelFor, redact);
  const making = new Map<string, Cancellation>();

  async function heardBy(order: RemoteCallOrder, drop: Cancellation): Promise<RemoteCallResult> {
    const { debate, key, timeoutMs, reference, request } = order;
    let landed = false;
    // a model that ignores its signal may go on talking
    const onLive = (event: LiveEvent): void => {
      if (!landed) setting.live.hear(debate, event);
    };
    try {
      const model = await modelFor(reference);
      const hearing = { clock, timeoutMs, drop, onLive };
      const { schema, ...rest } = request;
      const heard = await callModel(hearing, {
        key,
        model,
        request: { ...rest, schema: () => schema },
      });
      return { heard };
    } catch (error) {
      if (error instanceof TurnDropped) return { dropped: true };
      if (error instanceof SetupError) return { refused: redact(error.message) };
      throw error;
    } finally {
      landed = true;
      setting.live.land(debate, key);
    }
  }

  /** FC4. A call that is dropped waits no longer. */
  async function waitForConnection(drop: Cancellation): Promise<void> {
    const dropped = new Promise<void>((resolve) => void drop.onCancel(resolve));
    const look = async (): Promise<void> =>
      drop.cancelled ? undefined : setting.ensureConnected();
    await Promise.race([retryWhileUnavailable(look, setting), dropped]);
  }

  return {
    async call(id, body) {
      const drop = createCancellation();
      making.set(id, drop);
      try {
        const order = (await retryWhileUnavailable(
          () => texts.unpack(body),
          setting,
        )) as RemoteCallOrder;
        await waitForConnection(drop);
        const end = await heardBy(order, drop);
        onCall?.(parseProviderName(order.reference), end);
        return end;
      } finally {
        making.delete(id);
      }
    },
    drop: (id) => making.get(id)?.cancel(),
    listActiveIds: () => [...making.keys()],
    get activeCount() {
      return making.size;
    },
  };
}
