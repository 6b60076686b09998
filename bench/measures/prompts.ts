/** Every prompt of a real debate, in the order it was asked, held by the built-in readers. */
import { dissent } from "../../src/dissent.ts";
import type { Brief } from "../../src/domain/brief.ts";
import type { Model, PromptSegment } from "../../src/model.ts";
import { offline } from "../../src/models/offline.ts";
import type { Protocol } from "../../src/protocol.ts";
import { memoryStore } from "../../src/stores/memory.ts";

export interface Asked {
  /** Asks of one step start together. */
  readonly step: string;
  readonly by: string;
  readonly prompt: readonly PromptSegment[];
}

/** The calls that a debate of this protocol makes on this brief, all to one model. */
export async function collectPrompts(protocol: Protocol, brief: Brief): Promise<Asked[]> {
  const asked: Asked[] = [];
  const readers = offline();
  const listening: Model = {
    id: readers.id,
    worstCase: (request) => readers.worstCase(request),
    answer(request, signal) {
      const [, step = ""] = request.key.split("/");
      asked.push({
        step: request.attempt === 1 ? step : `${step} repair`,
        by: request.participant.id,
        prompt: request.prompt,
      });
      return readers.answer(request, signal);
    },
  };
  const setting = { store: memoryStore(), modelFor: async () => listening };
  const app = dissent({ ...setting, protocols: [protocol] });
  const debate = await app.open(app.plan(protocol.id, { brief }), "bench");
  const result = await app.run({ debate });
  await app.close();
  if (result.status === "paused") throw new Error(`${protocol.id} paused: ${result.detail}`);
  return asked;
}
