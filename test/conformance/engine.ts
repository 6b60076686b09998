/** What every engine must do: the same protocols, unchanged, come to the same end wherever they are held. */
import { setTimeout as thinkFor } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { readOpening } from "../../src/domain/journal/event.ts";
import { hydrateBrief } from "../../src/kernel/inline-engine.ts";
import type { Behaviour } from "../../src/models/scripted.ts";
import { type Told, readToldDebate } from "../support/fleet/debate-digest.ts";
import { BRANCHES_SAY } from "../support/fleet/fleet-probes.ts";
import type { Part } from "../support/fleet/fleet-speakers.ts";
import { SCENARIOS } from "../support/protocols/judges-scenarios.ts";
import { heldOffline, PROTOCOL_IDS } from "../support/protocols/offline-debates.ts";
import { says } from "../support/protocols/probe-protocol.ts";
import { seededRandom } from "../support/time/seeded-random.ts";
import { steeringConformance } from "./engine-steering.ts";
import { inlineTable, opened, type Scene, type Table, type Tables } from "./engine-table.ts";

async function heldThrough(table: Table, scene: Scene): Promise<Told & { id: string }> {
  const { app, id } = await opened(table, scene);
  expect(await app.run({ debate: id })).toMatchObject({ status: "settled" });
  return { ...(await readToldDebate(app, id)), id };
}

export function engineConformance(name: string, open: () => Promise<Table>): void {
  describe(name, () => {
    let table: Table;
    let reference: Table;
    beforeAll(async () => {
      [table, reference] = await Promise.all([open(), inlineTable()]);
    });
    afterAll(async () => {
      await table?.close();
      await reference?.close();
    });
    debates(() => ({ table, reference }));
    steeringConformance(() => ({ table, reference }));
  });
}

function debates(tables: Tables): void {
  test.each(PROTOCOL_IDS)(
    "%s with the built-in readers ends as it does at home",
    async (protocol) => {
      const { record } = await heldOffline(protocol);
      const brief = await hydrateBrief(readOpening(record.events), record.text);
      const scene = { protocol, brief: brief.id, part: {}, plan: { brief, panel: ["offline/x"] } };
      const { table, reference } = tables();
      const here = await heldThrough(table, scene);

      expect(here).toEqual(await heldThrough(reference, scene));
      expect(here.outcome).not.toBeNull();
    },
  );

  test.each(Object.entries(SCENARIOS))("judges: %s", async (name, script) => {
    const brief = name.replaceAll(/[^a-z0-9]+/g, "-");
    const { table, reference } = tables();
    const scene = { protocol: "judges", brief, part: script };
    const here = await heldThrough(table, scene);
    const there = await heldThrough(reference, scene);

    expect(here).toEqual(there);
    // each was asked once, repairs included
    expect(table.speakers.namesIn(here.id)).toEqual(reference.speakers.namesIn(there.id));
  });

  test("branches of several steps, however long each takes: no answer is given for another", async () => {
    const random = seededRandom(60);
    const own = async ({ name }: { name: string }): Promise<Behaviour> => {
      await thinkFor(random() * 60);
      return says(/\/([^/]+)\/ann#1$/.exec(name)?.[1] ?? "");
    };
    const { table } = tables();
    const runs = ["branches-one", "branches-two", "branches-three"].map(async (brief) => {
      const { app, id } = await opened(table, { protocol: "branches", brief, part: own });
      return { id, holding: await app.run({ debate: id }) };
    });

    for (const { id, holding } of await Promise.all(runs)) {
      expect(holding).toMatchObject({ status: "settled", outcome: { summary: BRANCHES_SAY } });
      expect(table.speakers.namesIn(id)).toHaveLength(13);
    }
  });

  test("the seats of a round are asked at once, none after another's answer", async () => {
    const { table } = tables();
    const all = Promise.withResolvers<void>();
    let arrived = 0;
    const part = async ({ name }: { name: string }): Promise<Behaviour> => {
      if (name.includes("/first/")) {
        arrived += 1;
        if (arrived === 3) all.resolve();
        await all.promise;
      }
      return says("yes");
    };
    const { outcome } = await heldThrough(table, { protocol: "talk", brief: "at-once", part });

    expect(outcome?.summary).toBe("ann:yes bob:yes cid:yes ann:yes bob:yes cid:yes");
  });

  test("whatever a model says arrives as it was said", async () => {
    const odd = `\u0000 \ud800 "\\" \u2028 żółć 🦉 ${"x".repeat(300_000)}`;
    const { table, reference } = tables();
    const scene = { protocol: "talk", brief: "odd-words", part: { "*": says(odd) } };
    const here = await heldThrough(table, scene);

    expect(here).toEqual(await heldThrough(reference, scene));
    expect(here.outcome?.summary).toContain(odd);
  });

  test("each event is told once, in order, as soon as it is committed", async () => {
    const { table } = tables();
    const gate = Promise.withResolvers<Behaviour>();
    const part: Part = ({ name }) => (name.includes("/second/cid") ? gate.promise : says("yes"));
    const { app, id } = await opened(table, { protocol: "talk", brief: "told-events", part });
    const seen: number[] = [];
    const holding = app.run({ debate: id, onEvent: ({ sequence }) => seen.push(sequence) });
    await vi.waitUntil(
      () => table.speakers.calls.some(({ name }) => name.includes(`${id}/second/cid`)),
      {
        timeout: 30_000,
      },
    );
    await vi.waitUntil(() => seen.length >= 9, { timeout: 30_000 });
    gate.resolve(says("yes"));
    await holding;

    const { events } = await app.read(id);
    expect(seen).toEqual(events.slice(1).map(({ sequence }) => sequence));
  });

  test("a deadline that passes is an absence, and the others are heard", async () => {
    const { table, reference } = tables();
    const scene = {
      protocol: "talk",
      brief: "too-late",
      part: { "first/bob": { hang: true }, "*": says("yes") } as const,
      plan: { timeoutMs: 700 },
    };
    const here = await heldThrough(table, scene);

    expect(here).toEqual(await heldThrough(reference, scene));
    expect(here.outcome?.summary).toBe("ann:yes cid:yes ann:yes bob:yes cid:yes");
  });

  test("a debate that has ended is returned as it is, and nobody is asked", async () => {
    const { table } = tables();
    const scene = { protocol: "talk", brief: "ended", part: { "*": says("yes") } };
    const { app, id } = await opened(table, scene);
    const first = await app.run({ debate: id });
    const before = table.speakers.namesIn(id);

    expect(await app.run({ debate: id })).toEqual(first);
    expect(table.speakers.namesIn(id)).toEqual(before);
  });

  test("a defect in the rules ends the holding with its words, and an unknown debate is said to be unknown", async () => {
    const { table } = tables();
    const scene = { protocol: "broken", brief: "broken-rules", part: { "*": says("yes") } };
    const { app, id } = await opened(table, scene);

    await expect(app.run({ debate: id })).rejects.toThrow("a defect in the rules");
    await expect(app.run({ debate: "nobody-0000" })).rejects.toMatchObject({
      code: "unknown-debate",
    });
  });

  test("two who ask for one debate at once: it is held once, and nobody is asked twice", async () => {
    const { table } = tables();
    const scene = { protocol: "talk", brief: "two-holders", part: { "*": says("yes") } };
    const { app, id } = await opened(table, scene);
    const ends = await Promise.allSettled([app.run({ debate: id }), app.run({ debate: id })]);

    for (const end of ends) {
      if (end.status === "fulfilled") expect(end.value.status).toBe("settled");
      else expect(end.reason).toMatchObject({ code: "store-lease-held" });
    }
    expect(ends.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(table.speakers.namesIn(id)).toHaveLength(6);
  });

  test("a fork holds again from its step on, and keeps what was before", async () => {
    const { table, reference } = tables();
    const forked = async (place: Table): Promise<Told> => {
      const scene = { protocol: "talk", brief: "to-be-forked", part: { "*": says("first") } };
      const { app, id } = await opened(place, scene);
      await app.run({ debate: id });
      place.speakers.play("to-be-forked", { "*": says("anew") });
      const fork = await app.fork(await app.read(id), { at: 6, by: "tester" });
      await app.run({ debate: fork });
      return readToldDebate(app, fork);
    };
    const here = await forked(table);

    expect(here.outcome).toEqual((await forked(reference)).outcome);
    expect(here.outcome?.summary).toContain("ann:first bob:first cid:first");
    expect(here.outcome?.summary).toContain("ann:anew");
  });
}
