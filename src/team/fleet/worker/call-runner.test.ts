import { describe, expect, test } from "vitest";

import { fakeClock } from "../../../../test/support/time/fake-clock.ts";
import { idle } from "../../../../test/support/time/wait-until-idle.ts";
import type { LiveEvent } from "../../../engine.ts";
import { SetupError, StoreError } from "../../../errors.ts";
import type { Model, ModelRequest } from "../../../model.ts";
import { type Script, scripted } from "../../../models/scripted.ts";
import { type OrderTexts, packOrder, unpackOrder } from "../order-texts.ts";
import { type RemoteCallOrder, type RemoteCallResult, createCallRunner } from "./call-runner.ts";

const KEY = "deb-1/openings/risk";

const ORDER: RemoteCallOrder = {
  debate: "deb-1",
  key: "openings/risk",
  reference: "scripted/x",
  timeoutMs: 1_000,
  request: {
    prompt: [{ text: "Speak.", shared: true }],
    schema: { type: "object" },
    promptInput: { kind: "probe" },
    participant: {
      id: "risk",
      name: "Risk",
      role: "judge",
      stance: null,
      model: "scripted/x",
      mark: "R",
    },
    attempt: 1,
    key: KEY,
  },
};

const BODY = packOrder(ORDER).body;

/** A worker that makes calls, with texts that come when they are let. */
function calling(
  script: Script,
  given: { model?: Model; arrived?: Promise<void>; failures?: Error[]; away?: Error[] } = {},
) {
  const clock = fakeClock();
  const live: LiveEvent[] = [];
  const landed: string[] = [];
  const ends: [string, RemoteCallResult][] = [];
  const requests: ModelRequest[] = [];
  const texts: OrderTexts = {
    put: async () => {},
    async unpack(body) {
      await given.arrived;
      const failure = given.failures?.shift();
      if (failure) throw failure;
      return unpackOrder(body, new Map());
    },
  };
  const spoken = given.model ?? scripted(script, { clock });
  const calls = createCallRunner({
    clock,
    texts,
    redact: (text) => text.replaceAll("sk-secret", "[redacted]"),
    live: {
      hear: (_, event) => void live.push(event),
      land: (debate, key) => void landed.push(`${debate} ${key}`),
    },
    onCall: (provider, end) => ends.push([provider, end]),
    async ensureConnected() {
      const away = given.away?.shift();
      if (away) throw away;
    },
    modelFor: async (reference) => {
      if (reference !== "scripted/x") throw new SetupError("unknown-model", `no ${reference} here`);
      return {
        ...spoken,
        answer(request, signal) {
          requests.push(request);
          return spoken.answer(request, signal);
        },
      };
    },
  });
  return { clock, calls, live, landed, ends, requests };
}

describe("a call made for the fleet", () => {
  test("the model is asked as it would be at home", async () => {
    const { calls, requests, ends } = calling({ "*": { reply: { say: "yes" } } });
    const end = await calls.call("id", BODY);

    expect(end).toMatchObject({ heard: { answered: true, text: '{"say":"yes"}' } });
    expect(requests[0]).toMatchObject({ key: KEY, attempt: 1, promptInput: { kind: "probe" } });
    expect(requests[0]?.schema()).toEqual({ type: "object" });
    expect(ends).toMatchObject([["scripted", { heard: { answered: true } }]]);
    expect(calls.activeCount).toBe(0);
  });

  test("FC1 the deadline begins with the call, however long the order was on its way", async () => {
    const way = Promise.withResolvers<void>();
    const { clock, calls } = calling({ "*": { hang: true } }, { arrived: way.promise });
    const called = calls.call("id", BODY);
    await idle();
    clock.advance(900_000);
    way.resolve();
    await idle();
    clock.advance(999);
    await idle();
    expect(calls.activeCount).toBe(1);
    clock.advance(1);

    expect(await called).toMatchObject({
      heard: { answered: false, reason: "timed-out", latencyMs: 1_000 },
    });
  });

  test("FC2 keys are out of what was heard, said and failed with before it leaves", async () => {
    const said = calling({ "*": { text: "the key is sk-secret" } });
    const heard = await said.calls.call("id", BODY);
    const failing = calling({ "*": { crash: "401 for sk-secret" } });
    const failed = await failing.calls.call("id", BODY);
    const slow = calling({ "*": { text: "" } }, { model: chatty("sk-secret and more") });
    await slow.calls.call("id", BODY);

    expect(JSON.stringify([heard, failed, slow.live])).not.toContain("sk-secret");
    expect(heard).toMatchObject({ heard: { text: "the key is [redacted]" } });
  });

  test("FC3 a model that is not there is refused, which is no absence", async () => {
    const { calls, ends } = calling({});
    const { body } = packOrder({ ...ORDER, reference: "scripted/y" });
    const end = await calls.call("id", body);

    expect(end).toEqual({ refused: "no scripted/y here" });
    expect(ends).toEqual([["scripted", end]]);
  });

  test("a database that is away does not become a failure of the call", async () => {
    const away = new StoreError("store-unavailable", "the database is away");
    const { calls, clock } = calling({ "*": { reply: 1 } }, { failures: [away, away] });
    const called = calls.call("id", BODY);
    for (let second = 0; second < 2; second++) {
      await idle();
      clock.advance(1_000);
    }

    expect(await called).toMatchObject({ heard: { answered: true } });
    const lost = calling({}, { failures: [new TypeError("A text of the order is missing.")] });
    await expect(lost.calls.call("id", BODY)).rejects.toThrow("A text of the order is missing.");
  });

  test("FC4 no model is asked while the database is away, and each once when it is back", async () => {
    const away = new StoreError("store-unavailable", "the database is away");
    const { calls, clock, requests } = calling({ "*": { reply: 1 } }, { away: [away, away] });
    const called = calls.call("id", BODY);
    await idle();
    clock.advance(1_000);
    await idle();
    expect(requests).toEqual([]);
    clock.advance(1_000);

    expect(await called).toMatchObject({ heard: { answered: true } });
    expect(requests).toHaveLength(1);
  });

  test("FC4 a call that is dropped while the database is away ends at once, and asks nobody", async () => {
    const away = new StoreError("store-unavailable", "the database is away");
    const { calls, requests } = calling({ "*": { reply: 1 } }, { away: [away, away] });
    const called = calls.call("id", BODY);
    await idle();
    calls.drop("id");

    expect(await called).toEqual({ dropped: true });
    expect(requests).toEqual([]);
  });

  test("KA1 a model that fails is an absence, as at home", async () => {
    const { calls } = calling({ "*": { crash: "no route to host" } });

    expect(await calls.call("id", BODY)).toMatchObject({
      heard: { answered: false, reason: "unavailable", detail: "no route to host" },
    });
  });
});

describe("what is said live", () => {
  test("a call that is over says nothing more, even where its model talks on", async () => {
    const gate = Promise.withResolvers<void>();
    const deaf: Model = {
      id: "scripted/x",
      worstCase: () => ({ tokens: 0, usd: 0 }),
      async *answer() {
        yield { type: "text-delta", text: "first " };
        await gate.promise;
        yield { type: "text-delta", text: "second " };
      },
    };
    const { calls, live, landed } = calling({}, { model: deaf });
    const called = calls.call("id", BODY);
    await idle();
    calls.drop("id");
    await called;
    gate.resolve();
    await idle();

    expect(live.map((event) => (event.type === "text-heard" ? event.text : event.type))).toEqual([
      "turn-started",
      "first ",
    ]);
    expect(landed).toEqual(["deb-1 openings/risk"]);
  });
});

describe("dropping", () => {
  test("a call under way stops at once, and only that one", async () => {
    const { calls, ends } = calling({ "*": { hang: true } });
    const [one, other] = [calls.call("one", BODY), calls.call("other", BODY)];
    await idle();
    calls.drop("one");
    calls.drop("nobody");

    expect(await one).toEqual({ dropped: true });
    await idle();
    expect(calls.listActiveIds()).toEqual(["other"]);
    calls.drop("other");
    expect(await other).toEqual({ dropped: true });
    expect(ends).toHaveLength(2);
  });

  test("one that is dropped before its model is asked never asks it", async () => {
    const way = Promise.withResolvers<void>();
    const { calls, requests } = calling({ "*": { reply: 1 } }, { arrived: way.promise });
    const called = calls.call("id", BODY);
    calls.drop("id");
    way.resolve();

    expect(await called).toEqual({ dropped: true });
    expect(requests).toEqual([]);
  });
});

/** Speaks word by word. */
function chatty(words: string): Model {
  return {
    id: "scripted/x",
    worstCase: () => ({ tokens: 0, usd: 0 }),
    async *answer() {
      for (const text of words.split(" ")) yield { type: "text-delta", text };
      const figures = { inputTokens: 1, outputTokens: 1, costUsd: 0 };
      const served = { provider: "p", model: "m", version: null, ...figures };
      yield { type: "answer-given", text: words, served };
    },
  };
}
