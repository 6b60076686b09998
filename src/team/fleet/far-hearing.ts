/**
 * Listens to a call that any worker of the fleet makes.
 *
 * FF1. A call is ordered under the name of its step: a second holder of the debate finds the one that is under
 *      way or over, and waits for it or takes its answer. What was answered is not asked again.
 * FF2. Only a person who drops its turns stops a call. A holder that hands over, was overtaken or met a defect
 *      leaves its calls alone: they land under their names, and whoever comes next finds them.
 */
import { SetupError } from "../../errors.ts";
import type { Call, Heard, Hearing } from "../../kernel/hear.ts";
import { Dropped } from "../../kernel/suspension.ts";
import type { CallEnd, CallOrder } from "./call.ts";
import type { EngineClient } from "./engine-client.ts";
import { CALL, callId, callQueue, providerOf } from "./names.ts";
import { packed } from "./packed.ts";
import type { QueueTerms } from "./queue-terms.ts";
import type { Over, Results } from "./results.ts";
import type { Texts } from "./texts.ts";

export interface FarSetting {
  readonly engine: Pick<EngineClient, "enqueue" | "cancel" | "forget">;
  readonly results: Results;
  readonly texts: Texts;
  /** Aborted when the holder hands its debates over. */
  readonly leave: AbortSignal;
  /** Whether a person dropped the debate's turns. */
  readonly isDropped: (debate: string) => boolean;
  /** What the queue of a provider is to be like. */
  readonly termsFor: (provider: string) => QueueTerms;
  /** Tells whoever makes the call to stop. */
  readonly onDrop: (id: string) => void;
}

// a call that was dropped this often by people is not made once more
const MOST_TIMES = 1_000;

export function farHearing(setting: FarSetting): (hearing: Hearing, call: Call) => Promise<Heard> {
  return async (hearing, call) => {
    const { request } = call;
    const provider = providerOf(call.model.id);
    const debate = request.key.slice(0, request.key.indexOf("/"));
    const order: CallOrder = {
      debate,
      key: call.key,
      reference: call.model.id,
      timeoutMs: hearing.timeoutMs,
      request: { ...request, schema: request.schema() },
    };
    const pack = packed(order);
    await setting.texts.put(pack);
    for (let time = 1; time <= MOST_TIMES; time++) {
      if (hearing.drop.pulled) throw new Dropped("dropped");
      const id = callId(request.key, request.attempt, time);
      await setting.engine.enqueue({
        id,
        queue: callQueue(provider),
        terms: setting.termsFor(provider),
        workflow: CALL,
        args: [pack.body],
      });
      const end = await endOf(setting, await waited(setting, { id, debate }, hearing));
      if ("heard" in end) return end.heard;
    }
    throw new TypeError(`${request.key} was dropped ${MOST_TIMES} times.`);
  };
}

function waited(
  setting: FarSetting,
  { id, debate }: { readonly id: string; readonly debate: string },
  { drop }: Hearing,
): Promise<Over> {
  const { results, engine, leave, isDropped, onDrop } = setting;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      results.forget(id);
      reject(new Dropped("dropped"));
      if (leave.aborted || !isDropped(debate)) return;
      onDrop(id);
      engine.cancel(id).catch(() => {});
    };
    // it may have been pulled while the order was on its way
    if (drop.pulled) {
      stop();
      return;
    }
    const letGo = drop.listen(stop);
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
async function endOf({ engine }: FarSetting, over: Over): Promise<Exclude<CallEnd, Refused>> {
  if (over.cancelled) return { dropped: true };
  const end = over.failure === null ? (over.output as CallEnd) : { refused: over.failure };
  if (!("refused" in end)) return end;
  await engine.forget(over.id);
  throw new SetupError("fleet-trouble", `A worker could not make the call: ${end.refused}`);
}

type Refused = { readonly refused: string };
