/** What every engine must do with people: those who answer, those who pause, and those who pay. */
import { expect, test, vi } from "vitest";

import type { Dissent } from "../../src/dissent.ts";
import type { Event } from "../../src/domain/journal/event.ts";
import type { Behaviour } from "../../src/models/scripted.ts";
import { readToldDebate } from "../support/fleet/debate-digest.ts";
import type { Part } from "../support/fleet/fleet-speakers.ts";
import { recommends, rounds, votes } from "../support/protocols/judges.ts";
import { says } from "../support/protocols/probe-protocol.ts";
import { steer } from "../support/time/wait-until-idle.ts";
import { opened, type Table, type Tables } from "./engine-table.ts";

/** Models that think until they are let. */
function thinking(behaviour: Behaviour): {
  readonly part: Part;
  readonly release: () => void;
} {
  const gate = Promise.withResolvers<void>();
  return {
    part: async () => {
      await gate.promise;
      return behaviour;
    },
    release: () => gate.resolve(),
  };
}

async function asked({ speakers }: Table, debate: string, times: number): Promise<void> {
  await vi.waitUntil(() => speakers.namesIn(debate).length >= times, { timeout: 30_000 });
}

async function typesIn(app: Dissent, debate: string): Promise<Event["fact"]["type"][]> {
  return (await app.read(debate)).events.map(({ fact }) => fact.type);
}

export function steeringConformance(tables: Tables): void {
  people(tables);
  pauses(tables);
  limits(tables);
}

function people(tables: Tables): void {
  test("K11 a person's seat is waited for by nobody, and its answer goes the way of every other", async () => {
    const { table, reference } = tables();
    const answered = async (place: Table) => {
      const { app, id } = await opened(place, {
        protocol: "judges",
        brief: "a-person",
        part: rounds(votes("A", "A", "A")),
        plan: { seats: { risk: { model: "person" } } },
      });
      expect(await app.run({ debate: id })).toMatchObject({ status: "waiting" });
      // nothing new: it goes on waiting
      expect(await app.run({ debate: id })).toMatchObject({ status: "waiting" });
      const { reply } = recommends("risk", "A");
      await app.answer(id, { seat: "risk", text: "not JSON", by: "ann" });
      expect(await app.run({ debate: id })).toMatchObject({ status: "waiting" });
      await app.answer(id, { seat: "risk", text: JSON.stringify(reply), by: "ann" });
      expect(await app.run({ debate: id })).toMatchObject({ status: "settled" });
      expect(place.speakers.namesIn(id)).toHaveLength(2);
      return readToldDebate(app, id);
    };
    const here = await answered(table);

    expect(here).toEqual(await answered(reference));
  });

  test("K11 a question to a person sleeps until it is decided", async () => {
    const { table, reference } = tables();
    const decided = async (place: Table) => {
      const part = { "*": says("yes") };
      const { app, id } = await opened(place, { protocol: "gate", brief: "a-question", part });
      expect(await app.run({ debate: id })).toEqual({ status: "waiting", detail: "Which way?" });
      await app.decide(id, { choice: "left", reason: "It is nearer.", by: "ann" });
      expect(await app.run({ debate: id })).toMatchObject({ status: "settled" });
      return readToldDebate(app, id);
    };
    const here = await decided(table);

    expect(here).toEqual(await decided(reference));
    expect(here.outcome?.summary).toBe("3 left 3");
  });
}

function pauses(tables: Tables): void {
  test("a pause lets turns in flight land, and the next holding asks only what is owed", async () => {
    const { table } = tables();
    const { part, release } = thinking(says("yes"));
    const { app, id } = await opened(table, { protocol: "talk", brief: "a-pause", part });
    const { steering, pause } = steer();
    const holding = app.run({ debate: id, steering });
    await asked(table, id, 3);
    pause();
    // models answer only once the pause has arrived
    await vi.waitFor(release);

    expect(await holding).toMatchObject({ status: "paused", reason: "interrupted" });
    const before = table.speakers.namesIn(id);
    expect(await app.run({ debate: id })).toMatchObject({ status: "settled" });
    expect(table.speakers.namesIn(id)).toHaveLength(6);
    expect(table.speakers.namesIn(id)).toEqual(expect.arrayContaining(before));
    expect(await readToldDebate(app, id)).toMatchObject({ outcome: { present: 3 } });
    expect((await typesIn(app, id)).filter((type) => type === "debate-paused")).toHaveLength(1);
  });

  test("KA3 dropped turns are stopped where they are made, and made again when it goes on", async () => {
    const { table } = tables();
    const { part } = thinking(says("never"));
    const { app, id } = await opened(table, { protocol: "talk", brief: "a-drop", part });
    const { steering, pause, drop } = steer();
    const holding = app.run({ debate: id, steering });
    await asked(table, id, 3);
    pause();
    drop();

    expect(await holding).toEqual({ status: "paused", reason: "interrupted", detail: "dropped" });
    await vi.waitUntil(
      () =>
        table.speakers.calls.filter(({ debate, ended }) => debate === id && ended === "given-up")
          .length === 3,
      { timeout: 20_000 },
    );
    table.speakers.play("a-drop", { "*": says("yes") });
    expect(await app.run({ debate: id })).toMatchObject({ status: "settled" });
    const names = table.speakers.namesIn(id);
    expect(names).toHaveLength(9);
    expect(new Set(names).size).toBe(6);
    const resumed = (await app.read(id)).events.flatMap(({ fact }) =>
      fact.type === "debate-resumed" ? fact.askedAgain : [],
    );
    expect(resumed.toSorted()).toEqual(["first/ann", "first/bob", "first/cid"]);
    await readToldDebate(app, id);
  });

  test("dropped again and again, it still goes on", async () => {
    const { table } = tables();
    const { part } = thinking(says("never"));
    const { app, id } = await opened(table, { protocol: "talk", brief: "many-drops", part });
    for (let times = 1; times <= 3; times++) {
      const { steering, drop } = steer();
      const holding = app.run({ debate: id, steering });
      await asked(table, id, 3 * times);
      drop();
      expect(await holding).toMatchObject({ status: "paused", detail: "dropped" });
    }
    table.speakers.play("many-drops", { "*": says("yes") });

    expect(await app.run({ debate: id })).toMatchObject({ status: "settled" });
    await readToldDebate(app, id);
  });

  test("who paused before it began is heard", async () => {
    const { table } = tables();
    const part = { "*": says("yes") };
    const { app, id } = await opened(table, { protocol: "talk", brief: "paused-first", part });
    const { steering, pause } = steer();
    pause();

    expect(await app.run({ debate: id, steering })).toMatchObject({ status: "paused" });
    expect(await app.run({ debate: id })).toMatchObject({ status: "settled" });
    expect(table.speakers.namesIn(id)).toHaveLength(6);
  });
}

function limits(tables: Tables): void {
  test("K12 a limit pauses before the call that could pass it, and more room lets it go on", async () => {
    const { table, reference } = tables();
    const limited = async (place: Table) => {
      const { app, id } = await opened(place, {
        protocol: "talk",
        brief: "a-limit",
        part: { "*": says("yes") },
        plan: { limits: { calls: 4 } },
      });
      expect(await app.run({ debate: id })).toMatchObject({ status: "paused", reason: "limit" });
      expect(place.speakers.namesIn(id)).toHaveLength(4);
      expect(await app.run({ debate: id, limits: { calls: 9 } })).toMatchObject({
        status: "settled",
      });
      expect(place.speakers.namesIn(id)).toHaveLength(6);
      return readToldDebate(app, id);
    };

    expect(await limited(table)).toEqual(await limited(reference));
  });

  test("K12 where it may finish without them, missing voices are absences", async () => {
    const { table, reference } = tables();
    const limited = async (place: Table) => {
      const { app, id } = await opened(place, {
        protocol: "talk",
        brief: "a-short-end",
        part: { "*": says("yes") },
        plan: { limits: { calls: 4, onLimit: "finish" } },
      });
      expect(await app.run({ debate: id })).toMatchObject({ status: "settled" });
      return readToldDebate(app, id);
    };
    const here = await limited(table);

    expect(here).toEqual(await limited(reference));
    expect(here.outcome?.summary).toBe("ann:yes bob:yes cid:yes ann:yes");
  });
}
