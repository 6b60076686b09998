import { expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { idle } from "../../../test/support/time/wait-until-idle.ts";
import { ModelError } from "../../model.ts";
import { NO_TRAFFIC_LIMITS } from "../endpoint.ts";
import {
  type TrafficRequestEnd,
  type TrafficRequest,
  createTrafficRegistry,
  createTraffic,
  type TrafficOptions,
} from "./traffic.ts";

const never = new AbortController().signal;
const ENTRY: TrafficRequest = { tokens: 10, boundaries: [{ hash: "matter", bytes: 100_000 }] };
const WELL: TrafficRequestEnd = { health: "healthy", why: "", usedTokens: null };
const ILL: TrafficRequestEnd = { health: "unhealthy", why: "acme answered 500", usedTokens: null };

function traffic(changes: Partial<TrafficOptions> = {}) {
  const clock = fakeClock();
  const limits = { ...NO_TRAFFIC_LIMITS, ...changes.limits };
  return { clock, ...createTraffic({ name: "acme", warming: false, clock, ...changes, limits }) };
}

test("calls of two debates that wait for one place wait for each other", async () => {
  const clock = fakeClock();
  const source = createTrafficRegistry(clock);
  const limits = { ...NO_TRAFFIC_LIMITS, concurrency: 1 };
  const one = source({ name: "acme", limits, warming: false });
  const another = source({ name: "acme", limits, warming: false });
  const elsewhere = source({ name: "else", limits, warming: false });
  const pass = await one.enter(ENTRY, never);
  let entered = false;
  const entering = another.enter(ENTRY, never).then(() => {
    entered = true;
  });
  await elsewhere.enter(ENTRY, never);
  await idle();
  expect(entered).toBe(false);
  pass.leave(WELL);
  await entering;
  expect(entered).toBe(true);
});

test("TC1 a call that waited while the provider failed is refused and keeps no place", async () => {
  const way = traffic({
    limits: { ...NO_TRAFFIC_LIMITS, concurrency: 1 },
    circuit: { failures: 1 },
  });
  const first = await way.enter(ENTRY, never);
  const second = way.enter(ENTRY, never).catch((error: unknown) => error);
  const third = way.enter(ENTRY, never).catch((error: unknown) => error);
  await idle();
  first.leave(ILL);

  expect(await second).toMatchObject({
    reason: "unavailable",
    message: expect.stringMatching(/acme failed 1 times/),
  });
  expect(await third).toBeInstanceOf(ModelError);
  expect(await way.enter(ENTRY, never).catch((error: unknown) => error)).toBeInstanceOf(ModelError);
});

test("TW1 the one that goes ahead is never kept out by those who wait for it", async () => {
  const way = traffic({
    limits: { ...NO_TRAFFIC_LIMITS, concurrency: 1 },
    warming: true,
  });
  const busy = await way.enter({ ...ENTRY, boundaries: [] }, never);
  const order: string[] = [];
  const calls = ["a", "b", "c"].map((name) =>
    way.enter(ENTRY, never).then((pass) => {
      order.push(name);
      pass.spoke();
      pass.leave(WELL);
    }),
  );
  await idle();
  expect(order).toEqual([]);
  busy.leave(WELL);
  await Promise.all(calls);
  expect(order).toEqual(["a", "b", "c"]);
});

test("TW1 where warming is off, calls that share a long text go at once", async () => {
  const way = traffic();

  await Promise.all([1, 2, 3].map(() => way.enter(ENTRY, never)));
});

test("TW2 a call that goes ahead and is refused at the gate makes way", async () => {
  const way = traffic({ limits: { ...NO_TRAFFIC_LIMITS, concurrency: 1 }, warming: true });
  const busy = await way.enter({ ...ENTRY, boundaries: [] }, never);
  const controller = new AbortController();
  const ahead = way.enter(ENTRY, controller.signal).catch((error: unknown) => error);
  const behind = way.enter(ENTRY, never);
  await idle();
  controller.abort();
  expect(await ahead).toBeInstanceOf(ModelError);
  busy.leave(WELL);

  expect(await behind).toBeDefined();
});

test("K4 a rest obeys its signal at once and leaves no timer", async () => {
  const way = traffic();
  const controller = new AbortController();
  const resting = way.rest(5_000, controller.signal).catch((error: unknown) => error);
  const rested = way.rest(5_000, never);
  controller.abort(new ModelError("timed-out", "no answer within 1 s"));
  expect(await resting).toMatchObject({ reason: "timed-out", message: "no answer within 1 s" });
  expect(way.clock.waiting()).toBe(1);
  way.clock.advance(5_000);
  await rested;
  expect(way.clock.waiting()).toBe(0);
});
