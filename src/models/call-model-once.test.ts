import { expect, test } from "vitest";

import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { type Model, ModelError, type ModelEvent } from "../model.ts";
import { callModelOnce } from "./call-model-once.ts";
import { isReadyReply, createReadyRequest } from "./ready-request.ts";

const SERVED = {
  provider: "p",
  model: "m",
  version: null,
  inputTokens: 1,
  outputTokens: 1,
  costUsd: 0,
};

function createTestModel(answer: Model["answer"]): Model {
  return { id: "m", worstCase: () => ({ tokens: 1, usd: 0 }), answer };
}

async function* events(list: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  yield* list;
}

test("what was said, who said it and what failed before are told", async () => {
  const failed = { type: "try-failed", reason: "busy", tries: 1, delayMs: 5 } as const;
  const model = createTestModel(() =>
    events([failed, { type: "answer-given", text: "yes", served: SERVED }]),
  );

  const came = await callModelOnce(model, createReadyRequest("m"), {
    clock: fakeClock(),
    deadlineMs: 10,
  });

  expect(came).toMatchObject({ text: "yes", served: SERVED, error: undefined, tries: [failed] });
});

test("K4 the deadline ends it, and the time it takes to obey is told", async () => {
  const clock = fakeClock();
  const silent = Promise.withResolvers<void>();
  const model = createTestModel(async function* (_, signal) {
    yield { type: "text-delta", text: "so far" };
    silent.resolve();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    clock.advance(40);
    throw signal.reason;
  });
  const coming = callModelOnce(model, createReadyRequest("m"), { clock, deadlineMs: 3_000 });
  await silent.promise;
  clock.advance(3_000);

  const { text, error, tookMs, lateMs } = await coming;
  expect(error).toBeInstanceOf(ModelError);
  expect(error).toMatchObject({ reason: "timed-out", message: "no answer within 3 s" });
  expect([text, tookMs, lateMs]).toEqual([undefined, 3_040, 40]);
  expect(clock.waiting()).toBe(0);
});

test("K12 what a failed call took is told as well", async () => {
  const model = createTestModel(() => {
    throw new ModelError("unreadable", "cut short", { served: SERVED });
  });

  const { text, served } = await callModelOnce(model, createReadyRequest("m"), {
    clock: fakeClock(),
    deadlineMs: 10,
  });
  expect([text, served]).toEqual([undefined, SERVED]);
});

test("one that ends without a word, or throws anything, is found out", async () => {
  const setting = { clock: fakeClock(), deadlineMs: 10 };
  const mute = await callModelOnce(
    createTestModel(() => events([])),
    createReadyRequest("m"),
    setting,
  );
  const thrower = createTestModel(() => {
    throw new RangeError("a defect");
  });

  expect(mute.error).toBeInstanceOf(TypeError);
  expect((await callModelOnce(thrower, createReadyRequest("m"), setting)).error).toBeInstanceOf(
    RangeError,
  );
});

test("an answer is read as every reply is", () => {
  const texts = ['{"ready": true}', '```json\n{"ready": true}\n```', 'Well: {"ready":true}.'];

  expect(texts.map(isReadyReply)).toEqual([true, true, true]);
  expect(['{"ready": false}', "ready", "[]", "", '{"ready":"true"}'].map(isReadyReply)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
});
