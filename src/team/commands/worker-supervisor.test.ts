import { describe, expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { superviseWorkers, type WorkerProcess } from "./worker-supervisor.ts";

interface Hand extends WorkerProcess {
  readonly signals: string[];
  dies(how: string): void;
}

function hands(obedient = true): { readonly all: Hand[]; readonly start: () => WorkerProcess } {
  const all: Hand[] = [];
  return {
    all,
    start() {
      const { promise: ended, resolve: dies } = Promise.withResolvers<string>();
      const signals: string[] = [];
      const hand = {
        ended,
        dies,
        signals,
        kill(signal: string) {
          signals.push(signal);
          if (obedient || signal === "SIGKILL") dies(signal);
        },
      };
      all.push(hand);
      return hand;
    },
  };
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("CR1 a worker that dies is started again", () => {
  test("after pauses that grow, until one has lived for a while", async () => {
    const clock = fakeClock();
    const { all, start } = hands();
    const said: string[] = [];
    const workers = superviseWorkers({
      count: 1,
      start,
      clock,
      onNotice: (line) => void said.push(line),
    });
    const pauses: number[] = [];
    for (let count = 1; count <= 8; count++) {
      all.at(-1)?.dies("code 1");
      await soon();
      const pause = Number(/in (\d+) s/.exec(said.at(-1) ?? "")?.[1]);
      pauses.push(pause);
      clock.advance(pause * 1000 - 1);
      await soon();
      expect(all.length).toBe(count);
      clock.advance(1);
      await soon();
      expect(all.length).toBe(count + 1);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    clock.advance(60_000);
    all.at(-1)?.dies("SIGKILL");
    await soon();
    expect(said.at(-1)).toBe("A worker ended (SIGKILL); another is started in 1 s.");
    await workers.close();
  });
});

describe("CR2 workers end with the server", () => {
  test("told, and killed where they do not listen", async () => {
    const clock = fakeClock();
    const { all, start } = hands(false);
    const workers = superviseWorkers({ count: 2, start, clock, onNotice: () => {} });
    const closed = workers.close();
    await soon();
    expect(all.map(({ signals }) => signals)).toEqual([["SIGTERM"], ["SIGTERM"]]);
    clock.advance(45_000);
    await closed;

    expect(all.map(({ signals }) => signals.at(-1))).toEqual(["SIGKILL", "SIGKILL"]);
    expect(all.length).toBe(2);
    expect(clock.waiting()).toBe(0);
  });

  test("none is started in the middle of a pause", async () => {
    const clock = fakeClock();
    const { all, start } = hands();
    const workers = superviseWorkers({ count: 1, start, clock, onNotice: () => {} });
    all[0]?.dies("code 1");
    await soon();
    await workers.close();
    clock.advance(60_000);
    await soon();

    expect(all.length).toBe(1);
  });

  test("none at all is none", async () => {
    const { all, start } = hands();
    await superviseWorkers({ count: 0, start, clock: fakeClock(), onNotice: () => {} }).close();

    expect(all).toEqual([]);
  });
});
