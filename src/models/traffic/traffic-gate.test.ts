import { describe, expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { idle } from "../../../test/support/time/wait-until-idle.ts";
import { ModelError } from "../../model.ts";
import { NO_TRAFFIC_LIMITS, type TrafficLimits } from "../endpoint.ts";
import { createTrafficGate } from "./traffic-gate.ts";

const never = new AbortController().signal;

/** A gate, who has come through it, and a way to go in under a name. */
function watched(limits: Partial<TrafficLimits>) {
  const clock = fakeClock();
  const gate = createTrafficGate({ ...NO_TRAFFIC_LIMITS, ...limits }, clock);
  const through: string[] = [];
  const wayOut = new Map<string, (usedTokens: number | null) => void>();
  const enter = (name: string, { tokens = 1, signal = never } = {}): Promise<unknown> =>
    gate.enter(tokens, signal).then(
      (out) => {
        through.push(name);
        wayOut.set(name, out);
      },
      (error: unknown) => error,
    );
  return { clock, through, enter, leave: (name: string) => wayOut.get(name)?.(null), wayOut };
}

describe("at once", () => {
  test("TL1 so many are inside, the others go in one by one, in their order", async () => {
    const { through, enter, leave } = watched({ concurrency: 2 });
    for (const name of ["a", "b", "c", "d"]) void enter(name);
    await idle();
    expect(through).toEqual(["a", "b"]);
    leave("b");
    await idle();
    expect(through).toEqual(["a", "b", "c"]);
    leave("a");
    leave("a");
    await idle();
    expect(through).toEqual(["a", "b", "c", "d"]);
  });

  test("without limits nobody waits and no timer is set", async () => {
    const { through, enter, clock } = watched({});
    for (let n = 0; n < 50; n++) void enter(String(n));
    await idle();

    expect(through).toHaveLength(50);
    expect(clock.waiting()).toBe(0);
  });
});

test("TL1 in no second are more let through than the limit, wherever it begins", async () => {
  const { clock, through, enter } = watched({ requestsPerSecond: 2 });
  clock.advance(900);
  for (const name of ["a", "b", "c", "d"]) void enter(name);
  await idle();
  expect(through).toEqual(["a", "b"]);
  clock.advance(999);
  await idle();
  expect(through).toEqual(["a", "b"]);
  clock.advance(1);
  await idle();
  expect(through).toEqual(["a", "b", "c", "d"]);
});

describe("per minute", () => {
  test("requests are held until the minute allows them", async () => {
    const { clock, through, enter } = watched({ requestsPerMinute: 2 });
    for (const name of ["a", "b", "c", "d"]) void enter(name);
    await idle();
    expect(through).toEqual(["a", "b"]);
    clock.advance(29_999);
    await idle();
    expect(through).toEqual(["a", "b"]);
    clock.advance(1);
    await idle();
    expect(through).toEqual(["a", "b", "c"]);
    clock.advance(30_000);
    await idle();
    expect(through).toEqual(["a", "b", "c", "d"]);
    expect(clock.waiting()).toBe(0);
  });

  test("tokens are held by the worst case, and what was not used lets the next one in", async () => {
    const { through, enter, wayOut } = watched({ tokensPerMinute: 1_000 });
    void enter("a", { tokens: 900 });
    void enter("b", { tokens: 500 });
    await idle();
    expect(through).toEqual(["a"]);
    wayOut.get("a")?.(100);
    await idle();
    expect(through).toEqual(["a", "b"]);
  });

  test("TL1 a small call does not overtake a large one", async () => {
    const { clock, through, enter } = watched({ tokensPerMinute: 1_000 });
    void enter("first", { tokens: 1_000 });
    void enter("large", { tokens: 1_000 });
    void enter("small", { tokens: 1 });
    clock.advance(30_000);
    await idle();
    expect(through).toEqual(["first"]);
    clock.advance(30_000);
    await idle();
    expect(through).toEqual(["first", "large"]);
  });
});

describe("stopped", () => {
  test("TL2 K4 a call that waits obeys its signal at once, and leaves no timer and no place behind", async () => {
    const { clock, through, enter } = watched({ requestsPerMinute: 1 });
    void enter("a");
    const controller = new AbortController();
    const stopped = enter("b", { signal: controller.signal });
    await idle();
    expect(clock.waiting()).toBe(1);
    controller.abort();

    expect(await stopped).toBeInstanceOf(ModelError);
    expect(clock.waiting()).toBe(0);
    void enter("c");
    clock.advance(60_000);
    await idle();
    expect(through).toEqual(["a", "c"]);
  });

  test("TL2 those behind a large call that was stopped go on", async () => {
    const { through, enter } = watched({ tokensPerMinute: 100 });
    const controller = new AbortController();
    void enter("a", { tokens: 90 });
    void enter("large", { tokens: 100, signal: controller.signal });
    void enter("small", { tokens: 5 });
    await idle();
    expect(through).toEqual(["a"]);
    controller.abort();
    await idle();
    expect(through).toEqual(["a", "small"]);
  });

  test("K4 a call that was stopped before does not enter", async () => {
    const { through, enter } = watched({});

    expect(await enter("a", { signal: AbortSignal.abort() })).toBeInstanceOf(ModelError);
    expect(through).toEqual([]);
  });
});
