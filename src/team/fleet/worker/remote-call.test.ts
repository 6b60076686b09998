import { describe, expect, test } from "vitest";

import { fakeClock } from "../../../../test/support/time/fake-clock.ts";
import { idle } from "../../../../test/support/time/wait-until-idle.ts";
import type { CallOptions, CallResult, ModelCall } from "../../../kernel/calls/call-model.ts";
import { createCancellation } from "../../../kernel/calls/cancellation.ts";
import { scripted } from "../../../models/scripted.ts";
import { unpackOrder } from "../order-texts.ts";
import type { FinishedWorkflow, ResultPoller, WorkflowOrder } from "../workflow/workflow-client.ts";
import type { RemoteCallOrder, RemoteCallResult } from "./call-runner.ts";
import { createRemoteCall } from "./remote-call.ts";

const HEARD: CallResult = {
  answered: true,
  text: '{"say":"yes"}',
  provider: "scripted",
  served: "x",
  version: null,
  usage: { inputTokens: 1, outputTokens: 1, costUsd: 0 },
  latencyMs: 5,
};

/** Orders that are kept by name, as the engine below keeps them, and ends that the test gives. */
function far() {
  const orders = new Map<string, WorkflowOrder>();
  const waits = new Map<string, PromiseWithResolvers<FinishedWorkflow>>();
  const done: string[] = [];
  const leave = new AbortController();
  const dropped = new Set<string>();
  const waitFor = (id: string): PromiseWithResolvers<FinishedWorkflow> => {
    const known = waits.get(id) ?? Promise.withResolvers<FinishedWorkflow>();
    waits.set(id, known);
    return known;
  };
  const results: ResultPoller = {
    wait: (id) => waitFor(id).promise,
    forget: (id) => void done.push(`unwait ${id}`),
    close: () => {},
  };
  const texts = new Map<string, string>();
  const slow: { way: Promise<void> | undefined } = { way: undefined };
  const hear = createRemoteCall({
    results,
    leave: leave.signal,
    isDropped: (debate) => dropped.has(debate),
    termsFor: () => ({ most: null, rate: null, mostEach: 1 }),
    texts: {
      put: async (pack) => pack.texts.forEach((text, sha256) => texts.set(sha256, text)),
      unpack: async (body) => unpackOrder(body, texts),
    },
    engine: {
      async enqueue(order) {
        await slow.way;
        if (!orders.has(order.id)) orders.set(order.id, order);
        else done.push(`again ${order.id}`);
      },
      cancel: async (id) => void done.push(`cancel ${id}`),
      forget: async (id) => void done.push(`forget ${id}`),
    },
    onDrop: (id) => done.push(`drop ${id}`),
  });
  const end = (
    id: string,
    output: RemoteCallResult | null,
    changes: Partial<FinishedWorkflow> = {},
  ): void => waitFor(id).resolve({ id, output, cancelled: false, failure: null, ...changes });
  const readOrder = (id: string): RemoteCallOrder =>
    unpackOrder(String(orders.get(id)?.args[0]), texts) as unknown as RemoteCallOrder;
  return { hear, orders, done, leave, dropped, end, readOrder, slow };
}

function hearing(): CallOptions & { drop: ReturnType<typeof createCancellation> } {
  return {
    clock: fakeClock(),
    timeoutMs: 60_000,
    drop: createCancellation(),
    onLive: undefined,
  };
}

const CALL: ModelCall = {
  key: "openings/risk",
  model: scripted({}, { id: "acme/large" }),
  request: {
    prompt: [{ text: "Speak.".repeat(1_000), shared: true }],
    schema: () => ({ type: "object" }),
    promptInput: { kind: "probe" },
    participant: {
      id: "risk",
      name: "Risk",
      role: "judge",
      stance: null,
      model: "acme/large",
      mark: "R",
    },
    attempt: 1,
    key: "deb-1/openings/risk",
  },
};
const ID = "deb-1/openings/risk#1";

describe("a call that any worker makes", () => {
  test("FF1 it is ordered whole, under its name, from the queue of its provider", async () => {
    const { hear, orders, readOrder, end } = far();
    const heard = hear(hearing(), CALL);
    await idle();
    end(ID, { heard: HEARD });

    expect(await heard).toEqual(HEARD);
    expect(orders.get(ID)).toMatchObject({ queue: "call:acme", workflow: "dissent.call" });
    expect(readOrder(ID)).toEqual({
      debate: "deb-1",
      key: "openings/risk",
      reference: "acme/large",
      timeoutMs: 60_000,
      request: { ...CALL.request, schema: { type: "object" } },
    });
  });

  test("FF1 a second holder takes the answer of the call that the first one ordered", async () => {
    const { hear, orders, done, end } = far();
    const first = hear(hearing(), CALL);
    const second = hear(hearing(), CALL);
    await idle();
    end(ID, { heard: HEARD });

    expect(await Promise.all([first, second])).toEqual([HEARD, HEARD]);
    expect(orders.size).toBe(1);
    expect(done).toEqual([`again ${ID}`]);
  });

  test("FF1 one that was dropped before is made under the next name", async () => {
    const { hear, orders, end } = far();
    end(ID, null, { cancelled: true });
    end(`${ID}~2`, { dropped: true });
    end(`${ID}~3`, { heard: HEARD });

    expect(await hear(hearing(), CALL)).toEqual(HEARD);
    expect([...orders.keys()]).toEqual([ID, `${ID}~2`, `${ID}~3`]);
  });

  test("FC3 what a worker could not do is said, and forgotten for the next try", async () => {
    const { hear, done, end } = far();
    end(ID, { refused: "no key for acme" });

    await expect(hear(hearing(), CALL)).rejects.toMatchObject({
      code: "fleet-trouble",
      message: "A worker could not make the call: no key for acme",
    });
    expect(done).toEqual([`forget ${ID}`]);
  });
});

describe("letting go of a call", () => {
  test("FF2 a person who drops it stops whoever makes it", async () => {
    const { hear, done, dropped } = far();
    const held = hearing();
    const heard = hear(held, CALL).catch((error: unknown) => error);
    await idle();
    dropped.add("deb-1");
    held.drop.cancel();

    expect(await heard).toMatchObject({ message: "dropped" });
    expect(done).toEqual([`unwait ${ID}`, `drop ${ID}`, `cancel ${ID}`]);
  });

  test("FF2 a worker that hands over leaves it alone, also where a person drops at that moment", async () => {
    const { hear, done, leave } = far();
    const held = hearing();
    const heard = hear(held, CALL).catch((error: unknown) => error);
    await idle();
    leave.abort();
    held.drop.cancel();

    expect(await heard).toMatchObject({ message: "dropped" });
    expect(done).toEqual([`unwait ${ID}`]);
  });

  test("FF2 one that was overtaken, or met a defect elsewhere, leaves it to whoever comes next", async () => {
    const { hear, done, end } = far();
    const held = hearing();
    const heard = hear(held, CALL).catch((error: unknown) => error);
    await idle();
    held.drop.cancel();
    expect(await heard).toMatchObject({ message: "dropped" });
    expect(done).toEqual([`unwait ${ID}`]);

    const next = hear(hearing(), CALL);
    end(ID, { heard: HEARD });
    expect(await next).toEqual(HEARD);
  });

  test("FF2 what is dropped while the order is on its way is not waited for", async () => {
    const { hear, done, dropped, slow } = far();
    const way = Promise.withResolvers<void>();
    slow.way = way.promise;
    const held = hearing();
    const heard = hear(held, CALL).catch((error: unknown) => error);
    await idle();
    dropped.add("deb-1");
    held.drop.cancel();
    way.resolve();

    expect(await heard).toMatchObject({ message: "dropped" });
    expect(done).toEqual([`unwait ${ID}`, `drop ${ID}`, `cancel ${ID}`]);
  });

  test("one that is to be dropped already is not ordered", async () => {
    const { hear, orders } = far();
    const held = hearing();
    held.drop.cancel();

    await expect(hear(held, CALL)).rejects.toThrow("dropped");
    expect(orders.size).toBe(0);
  });
});
