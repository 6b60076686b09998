import { expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { ModelError } from "../../model.ts";
import { createCircuitBreaker, type ProviderHealth } from "./circuit-breaker.ts";

const POLICY = { failures: 3, openForMs: 30_000 };

function watched() {
  const clock = fakeClock(Date.UTC(2026, 10, 16, 12, 0, 0));
  const circuit = createCircuitBreaker("acme", POLICY, clock);
  const call = (verdict: ProviderHealth, why = "acme answered 500: no"): void =>
    circuit.begin()(verdict, why);
  const times = (count: number, verdict: ProviderHealth): void => {
    for (let n = 0; n < count; n++) call(verdict);
  };
  return { clock, circuit, call, times };
}

test("TC1 a provider that failed so often in a row is not asked, and it is said until when and why", () => {
  const { circuit, times } = watched();
  times(2, "unhealthy");
  expect(() => circuit.check()).not.toThrow();
  times(1, "unhealthy");

  expect(() => circuit.check()).toThrow(
    "acme failed 3 times in a row, and it is not asked again until 12:00:30 UTC; the last time: acme answered 500: no",
  );
  expect(() => circuit.begin()).toThrow(ModelError);
});

test("TC1 an answer in between begins the count anew", () => {
  const { circuit, times } = watched();
  times(2, "unhealthy");
  times(1, "healthy");
  times(2, "unhealthy");

  expect(() => circuit.check()).not.toThrow();
});

test("TC2 after the time one call tries it, and the others are refused until that one has ended", () => {
  const { clock, circuit, times } = watched();
  times(3, "unhealthy");
  clock.advance(29_999);
  expect(() => circuit.begin()).toThrow(/not asked again/);
  clock.advance(1);
  const report = circuit.begin();
  expect(() => circuit.begin()).toThrow(/being tried by another call/);
  report("healthy", "");

  expect(() => circuit.begin()).not.toThrow();
});

test("TC2 where that one fails, all wait again", () => {
  const { clock, circuit, times, call } = watched();
  times(3, "unhealthy");
  clock.advance(30_000);
  call("unhealthy");

  expect(() => circuit.check()).toThrow(/until 12:01:00 UTC/);
});

test("TC3 a dropped call neither fails nor clears a provider, and the next one may try it", () => {
  const { clock, circuit, times } = watched();
  times(2, "unhealthy");
  times(5, "unknown");
  expect(() => circuit.check()).not.toThrow();
  times(1, "unhealthy");
  clock.advance(30_000);
  times(1, "unknown");
  const report = circuit.begin();
  report("unhealthy", "again");

  expect(() => circuit.check()).toThrow(/not asked again/);
});

test("a call that was under way when it opened, and is answered, closes it", () => {
  const { circuit, times } = watched();
  const report = circuit.begin();
  times(3, "unhealthy");
  expect(() => circuit.check()).toThrow();
  report("healthy", "");

  expect(() => circuit.check()).not.toThrow();
});
