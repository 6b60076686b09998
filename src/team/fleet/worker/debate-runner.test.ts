import { describe, expect, test } from "vitest";

import { fakeClock } from "../../../../test/support/time/fake-clock.ts";
import { idle } from "../../../../test/support/time/wait-until-idle.ts";
import type { Engine, RunResult, RunRequest } from "../../../engine.ts";
import { ReplayError, SetupError, StoreError } from "../../../errors.ts";
import { DebateHandedOver } from "../../../kernel/suspension.ts";
import type {
  AssignmentEnding,
  Assignments,
  OwnedAssignment,
  QueuedAssignment,
  ClaimedAssignment,
} from "../assignments.ts";
import {
  type DebateRunner,
  createDebateRunner,
  type DebateRunnerOptions,
} from "./debate-runner.ts";

const SETTLED: RunResult = { status: "waiting", detail: "Ann is to answer" };

interface Around {
  readonly hold: Engine["run"];
  readonly taken?: ClaimedAssignment | null;
  readonly isAssignedTo?: () => Promise<boolean>;
  readonly end?: (own: OwnedAssignment) => Promise<QueuedAssignment | null>;
  readonly onNext?: DebateRunnerOptions["onNext"];
}

function driving({ hold, taken, isAssignedTo, end, onNext }: Around) {
  const clock = fakeClock();
  const leave = new AbortController();
  const ended: { own: OwnedAssignment; ending: AssignmentEnding; trouble: string | null }[] = [];
  const told: string[] = [];
  const holdings = {
    take: async () => (taken === undefined ? { limits: null, wish: null } : taken),
    isAssignedTo: isAssignedTo ?? (async () => true),
    async end(own, ending, trouble) {
      ended.push({ own, ending, trouble });
      return end ? end(own) : null;
    },
  } as Partial<Assignments> as Assignments;
  const drives: DebateRunner = createDebateRunner({
    worker: "w1",
    holdings,
    clock,
    leave: leave.signal,
    engine: { run: hold },
    redact: (text) => text.replaceAll("sk-secret", "[redacted]"),
    onNext: onNext ?? (async () => {}),
    onEnd: (debate, { status }) => told.push(`${debate} ${status}`),
  });
  return { clock, leave, ended, told, drives };
}

function unavailable(): StoreError {
  return new StoreError("store-unavailable", "the database is away");
}

describe("holding for the fleet", () => {
  test("what came of it ends the holding, and is told", async () => {
    const { drives, ended, told } = driving({ hold: async () => SETTLED });
    await drives.run("deb-1", 3);

    expect(ended).toEqual([
      {
        own: { debate: "deb-1", number: 3, worker: "w1" },
        ending: { status: "waiting", detail: "Ann is to answer" },
        trouble: null,
      },
    ]);
    expect(told).toEqual(["deb-1 waiting"]);
    expect(drives.activeCount).toBe(0);
  });

  test("one that has ended meanwhile is left alone", async () => {
    const { drives, ended } = driving({ taken: null, hold: () => Promise.reject(unavailable()) });
    await drives.run("deb-1", 1);

    expect(ended).toEqual([]);
  });

  test("limits and wishes that came with it are obeyed", async () => {
    const requests: RunRequest[] = [];
    const { drives } = driving({
      taken: { limits: { calls: 7 }, wish: "drop" },
      async hold(request) {
        requests.push(request);
        return SETTLED;
      },
    });
    await drives.run("deb-1", 1);

    expect(requests[0]).toMatchObject({ debate: "deb-1", limits: { calls: 7 } });
    expect(requests[0]?.steering?.pause.aborted).toBe(true);
    expect(requests[0]?.steering?.drop.aborted).toBe(true);
  });

  test("a wish reaches the debate it is for, and that one only", async () => {
    const over = Promise.withResolvers<RunResult>();
    const requests: RunRequest[] = [];
    const { drives } = driving({
      hold(request) {
        requests.push(request);
        return over.promise;
      },
    });
    const both = [drives.run("one", 1), drives.run("two", 1)];
    await idle();
    drives.requestStop("one", "pause");
    drives.requestStop("two", "drop");
    drives.requestStop("nobody", "drop");

    const [one, two] = requests.map(({ steering }) => steering);
    expect([one?.pause.aborted, one?.drop.aborted]).toEqual([true, false]);
    expect([two?.pause.aborted, two?.drop.aborted]).toEqual([true, true]);
    expect([drives.isDropped("one"), drives.isDropped("two")]).toEqual([false, true]);
    over.resolve(SETTLED);
    await Promise.all(both);
    expect(drives.isDropped("two")).toBe(false);
  });

  test("FH1 the holding that follows can be steered, also when it begins before this one is put away", async () => {
    const second = Promise.withResolvers<RunResult>();
    const requests: RunRequest[] = [];
    let next: Promise<void> | undefined;
    const { drives } = driving({
      hold(request) {
        requests.push(request);
        return requests.length === 1 ? Promise.resolve(SETTLED) : second.promise;
      },
      end: async ({ number }) => (number === 1 ? { number: 2, rules: "talk@1" } : null),
      async onNext(debate, { number }) {
        next = drives.run(debate, number);
        await idle();
      },
    });
    await drives.run("deb-1", 1);
    drives.requestStop("deb-1", "pause");

    expect(requests[1]?.steering?.pause.aborted).toBe(true);
    expect(drives.activeCount).toBe(1);
    second.resolve(SETTLED);
    await next;
    expect(drives.activeCount).toBe(0);
  });
});

describe("what stands in the way", () => {
  test.each([
    "store-lease-held",
    "store-lease-lost",
    "store-unavailable",
    "store-conflict",
  ] as const)(
    "FD1 %s passes: it is tried again while the holding is this worker's",
    async (code) => {
      let tries = 0;
      const { drives, clock, ended } = driving({
        async hold() {
          tries += 1;
          if (tries < 3) throw new StoreError(code, "not now");
          return SETTLED;
        },
      });
      const held = drives.run("deb-1", 1);
      await idle();
      clock.advance(1_000);
      await idle();
      clock.advance(1_000);
      await held;

      expect(tries).toBe(3);
      expect(ended).toMatchObject([{ ending: { status: "waiting" } }]);
    },
  );

  test("FD1 FH2 one that belongs to another worker by now is let go without a word", async () => {
    const { drives, clock, ended, told } = driving({
      hold: () => Promise.reject(new StoreError("store-lease-lost", "overtaken")),
      isAssignedTo: async () => false,
    });
    const held = drives.run("deb-1", 1);
    await idle();
    clock.advance(1_000);
    await held;

    expect(ended).toEqual([]);
    expect(told).toEqual([]);
  });

  test("FD2 what time does not mend ends the holding with its reason, without keys", async () => {
    const errors = [
      new SetupError("missing-key", "acme needs a key like sk-secret"),
      new ReplayError("openings", "asks something else"),
      new RangeError("out of sk-secret range"),
    ];
    for (const error of errors) {
      const { drives, ended } = driving({ hold: () => Promise.reject(error) });
      await drives.run("deb-1", 1);

      expect(ended).toMatchObject([{ ending: { status: "failed" } }]);
      const words = error.message.replace("sk-secret", "[redacted]");
      expect(ended[0]?.trouble).toBe(error instanceof RangeError ? `a defect: ${words}` : words);
    }
  });

  test("FD3 a worker that leaves hands over, also while it waits for a lease", async () => {
    const handing = driving({ hold: () => Promise.reject(new DebateHandedOver("handed over")) });
    await handing.drives.run("deb-1", 1);
    const waiting = driving({
      hold: () => Promise.reject(new StoreError("store-lease-held", "held")),
    });
    const held = waiting.drives.run("deb-1", 1);
    await idle();
    waiting.leave.abort();
    await held;

    for (const { ended } of [handing, waiting]) {
      expect(ended).toMatchObject([{ ending: { status: "handed-over" }, trouble: null }]);
    }
  });

  test("FD2 an ending that the database does not take at first is given to it again", async () => {
    let tries = 0;
    const next: QueuedAssignment[] = [];
    const { drives, clock } = driving({
      hold: async () => SETTLED,
      async end() {
        tries += 1;
        if (tries < 3) throw unavailable();
        return { number: 2, rules: "talk@1" };
      },
      onNext: async (_, sent) => void next.push(sent),
    });
    const held = drives.run("deb-1", 1);
    for (let second = 0; second < 2; second++) {
      await idle();
      clock.advance(1_000);
    }
    await held;

    expect(tries).toBe(3);
    expect(next).toEqual([{ number: 2, rules: "talk@1" }]);
  });
});
