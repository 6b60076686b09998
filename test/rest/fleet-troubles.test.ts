/** What happens to a fleet: a frozen worker, a database that restarts, a way that is cut, and onlookers all the while. */
import { setTimeout as thinkFor } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import type { LiveEvent } from "../../src/engine.ts";
import type { Behaviour } from "../../src/models/scripted.ts";
import { cuttingProxy } from "../support/fleet/cutting-proxy.ts";
import { readToldDebate } from "../support/fleet/debate-digest.ts";
import { SOON, TALKED, talkIn, thinking } from "../support/fleet/fleet-talks.ts";
import { type Fleet, fleetAt, SECRET, silenced } from "../support/fleet/fleet.ts";
import {
  asked,
  NO_POSTGRES,
  type PostgresServer,
  schemaIn,
  createTestSchema,
  startPostgres,
} from "../support/fleet/postgres.ts";
import { createTestBrief, recommends } from "../support/protocols/judges.ts";
import { says } from "../support/protocols/probe-protocol.ts";
import { seededRandom } from "../support/time/seeded-random.ts";

const WITHOUT = NO_POSTGRES ?? (process.platform === "win32" ? "no signals on Windows" : undefined);

describe.skipIf(WITHOUT !== undefined)(WITHOUT ?? "a fleet in trouble", () => {
  let server: PostgresServer;
  let fleet: Fleet;
  beforeAll(async () => {
    server = await startPostgres();
    fleet = await fleetAt(createTestSchema(server.url));
  });
  afterAll(() => fleet?.close());

  const readDebateSummary = async (debate: string): Promise<string | undefined> =>
    (await readToldDebate(fleet.app, debate)).outcome?.summary;

  const typesIn = async (debate: string): Promise<string[]> =>
    (await fleet.events(debate)).map(({ fact }) => fact.type);

  test("FB2 SL2 a holder that was frozen and is overtaken adds nothing, stops nobody's call, and ends", async () => {
    const [one, other] = await fleet.workers(2);
    const thoughts = thinking();
    const talk = await talkIn(fleet, "frozen", thoughts.part);
    const moments: { worker: string; what: string }[] = [];
    fleet.speakers.watch("frozen", (moment) => void moments.push(moment));
    await fleet.client.send(talk.debate);
    await talk.asked(3);
    const { worker } = await fleet.client.standing(talk.debate);
    const frozen = [one, other].find((each) => each?.id === worker);
    const heir = [one, other].find((each) => each?.id !== worker);
    if (!frozen || !heir) throw new Error("Nobody holds it.");
    frozen.kill("SIGSTOP");
    await silenced(fleet.url, frozen.id);
    // the heir has the debate, and makes the calls that the frozen one had begun
    const taken = talk.calls().filter((call) => call.worker === String(frozen.pid)).length;
    await talk.asked(3 + taken);
    await vi.waitUntil(
      async () => (await fleet.client.standing(talk.debate)).worker === heir.id,
      SOON,
    );
    const before = moments.length;
    frozen.kill("SIGCONT");
    const { code } = await frozen.ended;
    thoughts.let();
    await talk.settled();

    expect(code).toBe(1);
    expect(await readDebateSummary(talk.debate)).toBe(TALKED);
    const since = moments.slice(before).filter((moment) => moment.worker === String(frozen.pid));
    expect(since.filter(({ what }) => what.startsWith("after "))).toEqual([]);
    // what the heir asks is not asked once more because of the one that woke up
    const heard = talk.calls().filter((call) => call.worker === String(heir.pid));
    expect(new Set(heard.map(({ name }) => name)).size).toBe(heard.length);
    expect(talk.calls()).toHaveLength(6 + taken);
    expect((await fleet.client.last(talk.debate))?.worker).toBe(heir.id);
  });

  test("PC2 FB3 the database restarted again and again: every debate ends, and nobody is declared dead", async () => {
    await fleet.workers(2);
    const random = seededRandom(8);
    const talks = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        talkIn(fleet, `restart-${number}`, async () => {
          await thinkFor(200 + random() * 400);
          return says("yes");
        }),
      ),
    );
    await Promise.all(talks.map(({ debate }) => fleet.client.send(debate)));
    for (const times of [1, 3, 5]) {
      await talks[0]?.asked(times);
      await server.restart();
    }
    await Promise.all(talks.map((talk) => talk.settled()));

    for (const { debate } of talks) expect(await readDebateSummary(debate)).toBe(TALKED);
    expect(talks.flatMap((talk) => talk.repeated())).toEqual([]);
    const { workers, troubles } = await fleet.client.status();
    expect(workers.filter(({ state }) => state === "live")).toHaveLength(2);
    expect(troubles).toEqual([]);
  });

  test("PW2 commits that nobody heard of: orders, takings and endings are found done, and not made twice", async () => {
    const proxy = await cuttingProxy(fleet.url);
    const cut = await fleetAt(createTestSchema(server.url));
    try {
      const by = new URL(cut.url);
      by.port = new URL(proxy.url).port;
      await Promise.all([cut.worker({ url: by.href }), cut.worker({ url: by.href })]);
      const talks = await Promise.all(
        Array.from({ length: 6 }, (_, number) => talkIn(cut, `cut-${number}`)),
      );
      await Promise.all(talks.map(({ debate }) => cut.client.send(debate)));
      const all = Promise.all(talks.map((talk) => talk.settled()));
      const over = new AbortController();
      void all.finally(() => over.abort());
      for (let cuts = 0; cuts < 12 && !over.signal.aborted; cuts++) {
        proxy.cutNextCommit();
        await vi.waitUntil(() => over.signal.aborted || proxy.cuts() > cuts, SOON);
      }
      await all;

      expect(proxy.cuts()).toBeGreaterThanOrEqual(8);
      for (const { debate } of talks) {
        expect((await readToldDebate(cut.app, debate)).outcome?.summary).toBe(TALKED);
      }
      expect(talks.flatMap((talk) => talk.repeated())).toEqual([]);
    } finally {
      await cut.close();
      await proxy.close();
    }
  });

  describe("a person who answers while others speak", () => {
    /** A person and two models, who say `A` once they are let. */
    async function panel(id: string) {
      await fleet.workers(2);
      const thoughts = { value: thinking(), effort: thinking() };
      fleet.speakers.play(id, async ({ name }): Promise<Behaviour> => {
        const seat = name.includes("/value#") ? "value" : "effort";
        await thoughts[seat].part();
        return recommends(seat, "A");
      });
      const { app, client } = fleet;
      const request = { seats: { risk: { model: "person" } }, panel: ["told/x"] };
      const plan = app.plan("judges", { brief: createTestBrief({ id }), ...request });
      const debate = await app.open(plan, "tester");
      await client.send(debate);
      await vi.waitUntil(() => fleet.speakers.namesIn(debate).length === 2, SOON);
      await vi.waitUntil(async () => (await typesIn(debate)).includes("answer-awaited"), SOON);
      const text = JSON.stringify(recommends("risk", "A").reply);
      await app.answer(debate, { seat: "risk", text, by: "ann" });
      await client.send(debate);
      return { debate, thoughts };
    }
    const ends = async (debate: string): Promise<void> => {
      const ended = await vi.waitUntil(async () => {
        const status = (await fleet.client.last(debate))?.ending?.status;
        return (status === "settled" || status === "failed") && status;
      }, SOON);
      expect(ended).toBe("settled");
      expect(fleet.speakers.namesIn(debate)).toHaveLength(2);
      const { outcome } = await readToldDebate(fleet.app, debate);
      expect(outcome).toMatchObject({ choice: "A", present: 3 });
    };

    test("K11 FF2 stops nobody: whoever still speaks is not asked again", async () => {
      const { debate, thoughts } = await panel("answered");
      thoughts.value.let();
      await vi.waitUntil(async () => (await typesIn(debate)).includes("reply-recorded"), SOON);
      thoughts.effort.let();
      await ends(debate);
    });

    test("K11 KJ3 of several who end at that moment, nothing is added that does not follow", async () => {
      const { debate, thoughts } = await panel("answered-at-once");
      thoughts.value.let();
      thoughts.effort.let();
      await ends(debate);
    });
  });

  test("RM2 what is being said reaches who looks on, from whichever worker, and no key with it", async () => {
    await fleet.workers(2);
    const words = "one two three four five six seven eight nine ten ".repeat(4);
    const reply = { say: `${words}${SECRET} ${words}` };
    const slow = { slow: { chunks: 40, everyMs: 50, reply } };
    const script = { "first/ann": slow, "first/bob": slow, "first/cid": slow, "*": says("yes") };
    const talk = await talkIn(fleet, "spoken", script);
    const heard: LiveEvent[] = [];
    const early = new Set<string>();
    let landed = false;
    const leave = fleet.client.follow(talk.debate, (event) => {
      heard.push(event);
      if (!landed && event.type === "text-heard") early.add(event.by);
    });
    const result = fleet.app.run({
      debate: talk.debate,
      onEvent: ({ fact }) => (landed ||= fact.type === "reply-recorded"),
    });
    await result;
    leave();

    // while they spoke, and not only when they had
    expect([...early].toSorted()).toEqual(["ann", "bob", "cid"]);
    expect(heard.some(({ type }) => type === "turn-started")).toBe(true);
    const text = heard.map((event) => (event.type === "text-heard" ? event.text : "")).join("");
    expect(text).toContain("three four five");
    for (let at = 0; at + 8 <= SECRET.length; at++) {
      expect(text).not.toContain(SECRET.slice(at, at + 8));
    }
    const journal = JSON.stringify(await fleet.events(talk.debate));
    expect(journal).toContain("[redacted]");
    expect(journal).not.toContain(SECRET);
    const kept = await asked<{ text: string }>(
      fleet.url,
      `SELECT coalesce(output, '') || coalesce(error, '') AS text
       FROM "${schemaIn(fleet.url)}_dbos".workflow_output`,
    );
    expect(JSON.stringify(kept)).not.toContain(SECRET);
  });
});
