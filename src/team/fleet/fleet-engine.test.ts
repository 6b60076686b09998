import { describe, expect, test } from "vitest";

import { openProbe, probe } from "../../../test/support/protocols/probe-protocol.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { idle, steer } from "../../../test/support/time/wait-until-idle.ts";
import { StoreError } from "../../errors.ts";
import type { Store } from "../../store.ts";
import { memoryStore } from "../../stores/memory.ts";
import type { AssignmentEnding, AssignmentRow } from "./assignments.ts";
import type { FleetClient } from "./fleet-client.ts";
import { fleetEngine } from "./fleet-engine.ts";

const DEBATE = "offline-sync-0002";

/** A fleet that the test is: it says what became of the holding. */
function fleet() {
  const clock = fakeClock();
  const store = memoryStore(clock);
  const done: string[] = [];
  const calls = new Set<() => void>();
  const way: { send: Promise<void> | undefined } = { send: undefined };
  let row: AssignmentRow | null = null;
  let live = false;
  const client = {
    async send(debate, { limits } = {}) {
      await way.send;
      live = true;
      done.push(`send ${debate}${limits ? ` ${JSON.stringify(limits)}` : ""}`);
    },
    async pause(_, { drop }) {
      // as in the table: a wish for what is not under way is forgotten
      done.push(`${drop ? "drop" : "pause"}${live ? "" : ", unheard"}`);
    },
    last: async () => row,
    onChange(_, call) {
      calls.add(call);
      return () => void calls.delete(call);
    },
    follow: () => () => {},
  } as Partial<FleetClient> as FleetClient;
  const become = (changes: Partial<AssignmentRow> & { ending: AssignmentEnding | null }): void => {
    row = { number: 1, state: "ended", worker: "w", again: false, trouble: null, ...changes };
  };
  const say = (changes: Parameters<typeof become>[0]): void => {
    become(changes);
    for (const call of calls) call();
  };
  const engine = fleetEngine({ client, store, clock });
  return { clock, store, client, done, way, become, say, engine };
}

/** Two events, and then a person is asked. */
const STOPS = probe(async (floor) => {
  await floor.now("then");
  await floor.escalate("which", { question: "Which?", choices: [{ id: "a", label: "A" }] });
  throw new TypeError("unreachable");
});

const WAITING: AssignmentEnding = { status: "waiting", detail: "Ann" };

describe("a debate held by a fleet", () => {
  test("it ends as the fleet says, and not because it moved from one worker to another", async () => {
    const { engine, say, done } = fleet();
    let over = false;
    const held = engine.run({ debate: DEBATE, limits: { calls: 3 } }).finally(() => (over = true));
    await idle();
    say({ ending: { status: "handed-over" } });
    await idle();
    expect(over).toBe(false);
    say({ number: 2, ending: WAITING });

    expect(await held).toEqual({ status: "waiting", detail: "Ann" });
    expect(done).toEqual([`send ${DEBATE} {"calls":3}`]);
  });

  test("an ending whose message was lost is found", async () => {
    const { engine, become, clock } = fleet();
    const held = engine.run({ debate: DEBATE });
    await idle();
    become({ ending: { status: "paused", reason: "limit", detail: "calls" } });
    await idle();
    clock.advance(2_000);

    expect(await held).toEqual({ status: "paused", reason: "limit", detail: "calls" });
  });

  test("a pause or a drop is passed on, also one that came first or while it was being sent", async () => {
    const early = fleet();
    const before = steer();
    before.pause();
    const one = early.engine.run({ debate: DEBATE, steering: before.steering });
    await idle();
    expect(early.done.at(-1)).toBe("pause");
    early.say({ ending: WAITING });
    await one;

    const meanwhile = fleet();
    const sending = Promise.withResolvers<void>();
    meanwhile.way.send = sending.promise;
    const during = steer();
    const two = meanwhile.engine.run({ debate: DEBATE, steering: during.steering });
    await idle();
    during.drop();
    await idle();
    sending.resolve();
    await idle();
    expect(meanwhile.done.at(-1)).toBe("drop");
    meanwhile.say({ ending: WAITING });
    await two;

    const late = fleet();
    const after = steer();
    const three = late.engine.run({ debate: DEBATE, steering: after.steering });
    await idle();
    after.pause();
    late.say({ ending: WAITING });
    await three;
    after.drop();
    expect(late.done).toEqual([`send ${DEBATE}`, "pause"]);
  });

  test("a pause of what no worker has taken waits for none", async () => {
    const { engine, say, clock } = fleet();
    const person = steer();
    const held = engine.run({ debate: DEBATE, steering: person.steering });
    await idle();
    say({ state: "queued", worker: null, ending: null });
    await idle();
    person.pause();
    await idle();
    clock.advance(2_000);

    expect(await held).toMatchObject({ status: "paused", reason: "interrupted" });
  });

  test("FD2 what stopped it on a worker is said here", async () => {
    const { engine, say } = fleet();
    const held = engine.run({ debate: DEBATE }).catch((error: unknown) => error);
    await idle();
    say({ ending: { status: "failed" }, trouble: "acme needs a key" });

    expect(await held).toMatchObject({
      code: "fleet-trouble",
      message: `${DEBATE} stopped on a worker: acme needs a key`,
      hint: expect.stringContaining("dissent resume"),
    });
  });

  test("each event that is added meanwhile is told, those of the last moment too", async () => {
    const { engine, say, store, clock } = fleet();
    const { id, hold } = await openProbe(STOPS, { store, clock });
    const told: string[] = [];
    const held = engine.run({ debate: id, onEvent: ({ fact }) => told.push(fact.type) });
    await idle();
    await hold();
    say({ ending: WAITING });
    await held;

    expect(told).toEqual(["clock-read", "escalation-raised"]);
  });

  test("a database that goes away while it is followed is looked at again, and no event is lost or told twice", async () => {
    const { client, store, clock, say } = fleet();
    const { id, hold } = await openProbe(STOPS, { store, clock });
    let looks = 0;
    const frail: Store = {
      ...store,
      async *watch(debate, from, signal) {
        looks += 1;
        for await (const line of store.watch(debate, from, signal)) {
          yield line;
          if (looks < 3) throw new StoreError("store-unavailable", "The database went away.");
        }
      },
    };
    const told: string[] = [];
    const held = fleetEngine({ client, store: frail, clock }).run({
      debate: id,
      onEvent: ({ fact }) => told.push(fact.type),
    });
    await idle();
    await hold();
    await idle();
    clock.advance(2_000);
    await idle();
    say({ ending: WAITING });
    await held;

    expect(told).toEqual(["clock-read", "escalation-raised"]);
    expect(looks).toBe(3);
  });

  test("what fails where it is told is said at the end, and ends nothing before", async () => {
    const { client, store, clock, say } = fleet();
    const broken: Store = {
      ...store,
      watch: () => ({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new TypeError("a defect")) }),
      }),
    };
    const held = fleetEngine({ client, store: broken, clock })
      .run({ debate: DEBATE, onEvent: () => {} })
      .catch((error: unknown) => error);
    // longer than it takes to be told of a rejection that nobody caught
    await idle();
    await new Promise(setImmediate);
    say({ ending: WAITING });

    expect(await held).toMatchObject({ message: "a defect" });
  });
});
