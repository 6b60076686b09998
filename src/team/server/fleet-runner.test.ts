import { describe, expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import type { Standing } from "../fleet/fleet-client.ts";
import { type FleetAccess, createFleetRunner } from "./fleet-runner.ts";

interface Faked {
  readonly fleet: FleetAccess;
  readonly asked: string[];
  readonly wake: () => void;
  set(state: Standing["state"]): void;
}

function faked(): Faked {
  let state: Standing["state"] = "idle";
  const asked: string[] = [];
  const calls = new Set<() => void>();
  return {
    asked,
    set: (next) => {
      state = next;
    },
    wake: () => calls.forEach((call) => call()),
    fleet: {
      send: async (debate, sending) => void asked.push(`send ${debate} ${JSON.stringify(sending)}`),
      pause: async (debate, { drop }) => void asked.push(`pause ${debate} ${drop}`),
      async standing() {
        asked.push("standing");
        return { state, worker: null, trouble: null };
      },
      onChange(_, call) {
        calls.add(call);
        return () => void calls.delete(call);
      },
      follow: () => () => {},
      status: () => Promise.reject(new Error("not asked for")),
    },
  };
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("debates are held by the fleet", () => {
  test("they are sent and paused there, and nothing is held here", async () => {
    const all = faked();
    const runner = createFleetRunner(all.fleet, fakeClock());
    await runner.start("a-1");
    await runner.start("a-1", { limits: {} });
    await runner.start("a-1", { limits: { usd: 2 } });
    await runner.pause("a-1", { drop: true });

    expect(all.asked).toEqual([
      "send a-1 {}",
      "send a-1 {}",
      'send a-1 {"limits":{"usd":2}}',
      "pause a-1 true",
    ]);
    expect([runner.isRunningHere("a-1"), runner.hasRuns()]).toEqual([false, false]);
    all.set("queued");
    expect(await runner.isRunningAnywhere("a-1")).toBe(true);
  });
});

describe("FS1 something is added while nobody holds the debate", () => {
  test("at once where nobody does", async () => {
    await createFleetRunner(faked().fleet, fakeClock()).waitUntilFree("a-1");
  });

  test("as soon as the fleet says that it has ended", async () => {
    const all = faked();
    all.set("held");
    const free = createFleetRunner(all.fleet, fakeClock()).waitUntilFree("a-1");
    await soon();
    all.set("idle");
    all.wake();
    await free;
  });

  test("a little later where nobody says so", async () => {
    const all = faked();
    const clock = fakeClock();
    all.set("held");
    const free = createFleetRunner(all.fleet, clock).waitUntilFree("a-1");
    await soon();
    all.set("idle");
    clock.advance(500);
    await free;
  });

  test("not where it goes on and on; then it is refused, and nobody looks any longer", async () => {
    const all = faked();
    const clock = fakeClock();
    all.set("held");
    const free = createFleetRunner(all.fleet, clock).waitUntilFree("a-1");
    const refused = expect(free).rejects.toMatchObject({ code: "held-elsewhere" });
    for (let passed = 0; passed <= 60_000; passed += 500) {
      await soon();
      clock.advance(500);
    }
    await refused;
    const looks = all.asked.length;
    clock.advance(10_000);
    await soon();
    expect(all.asked.length).toBe(looks);
    expect(clock.waiting()).toBe(0);
  });
});
