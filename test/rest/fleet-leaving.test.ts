/** Workers that come and go: what they hand over, what they leave alone, and what got lost between them. */
import { setTimeout as thinkFor } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { readToldDebate } from "../support/fleet/debate-digest.ts";
import { SOON, TALKED, talkIn, thinking } from "../support/fleet/fleet-talks.ts";
import { type Fleet, fleetAt, RULES } from "../support/fleet/fleet.ts";
import {
  asked,
  NO_POSTGRES,
  postgres,
  schemaIn,
  createTestSchema,
} from "../support/fleet/postgres.ts";
import { FEW } from "../support/fleet/worker-settings.ts";
import { project, type Started } from "../support/processes/cli.ts";
import { createTestBrief } from "../support/protocols/judges.ts";
import { says } from "../support/protocols/probe-protocol.ts";
import { workerAt } from "../support/team/serve-process.ts";

const WITHOUT = NO_POSTGRES ?? (process.platform === "win32" ? "no signals on Windows" : undefined);

describe.skipIf(WITHOUT !== undefined)(WITHOUT ?? "workers that come and go", () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await fleetAt(createTestSchema(await postgres()));
  });
  afterAll(() => fleet?.close());

  const readDebateSummary = async (debate: string): Promise<string | undefined> =>
    (await readToldDebate(fleet.app, debate)).outcome?.summary;
  const readWorkerState = async (worker: string): Promise<string | undefined> =>
    (await fleet.client.status()).workers.find(({ id }) => id === worker)?.state;

  describe("leaving", () => {
    test.each([
      ["its input ends", ({ child }: Started) => child.stdin?.end()],
      ["it is told to, though its input is open", (one: Started) => one.kill("SIGTERM")],
      [
        "a terminal's Ctrl-C came first",
        (one: Started) => {
          one.kill("SIGINT");
          one.kill("SIGTERM");
        },
      ],
    ])("CR2 a worker that a program has started ends well when %s", async (_, tell) => {
      const url = createTestSchema(await postgres());
      const worker = await workerAt(project(), url, ["--until-eof"]);

      tell(worker);

      expect((await worker.ended).code).toBe(0);
    });

    test("FW2 FD3 a worker that is told to end hands its debates over, lets its calls land, and no call is made twice", async () => {
      const workers = await fleet.workers(2);
      const thoughts = thinking();
      const talks = await Promise.all(
        Array.from({ length: 6 }, (_, number) => talkIn(fleet, `drain-${number}`, thoughts.part)),
      );
      await Promise.all(talks.map(({ debate }) => fleet.client.send(debate)));
      await Promise.all(talks.map((talk) => talk.asked(3)));
      const [leaver, stayer] = workers;
      if (!leaver || !stayer) throw new Error("Two are needed.");
      const drained = await fleet.client.drain(leaver.id);
      await vi.waitUntil(async () => {
        const holders = await Promise.all(
          talks.map(async ({ debate }) => (await fleet.client.standing(debate)).worker),
        );
        return holders.every((holder) => holder === stayer.id);
      }, SOON);
      thoughts.let();
      const { code } = await leaver.ended;
      await Promise.all(talks.map((talk) => talk.settled()));

      expect(drained).toEqual([leaver.id]);
      expect(code).toBe(0);
      expect(await readWorkerState(leaver.id)).toBeUndefined();
      for (const { debate } of talks) expect(await readDebateSummary(debate)).toBe(TALKED);
      expect(talks.flatMap((talk) => talk.repeated())).toEqual([]);
      for (const { debate } of talks) {
        const types = (await fleet.events(debate)).map(({ fact }) => fact.type);
        expect(types).not.toContain("debate-paused");
      }
    });

    test("FW2 FO1 calls that do not land in time are left to the others", async () => {
      const workers = await fleet.workers(2);
      const thoughts = thinking();
      const talks = await Promise.all(
        Array.from({ length: 4 }, (_, number) => talkIn(fleet, `left-${number}`, thoughts.part)),
      );
      await Promise.all(talks.map(({ debate }) => fleet.client.send(debate)));
      await Promise.all(talks.map((talk) => talk.asked(3)));
      const pid = talks[0]?.calls()[0]?.worker;
      const leaver = workers.find((worker) => String(worker.pid) === pid);
      const own = fleet.speakers.calls.filter(
        ({ worker, ended }) => worker === pid && ended === "waiting",
      );
      leaver?.kill("SIGTERM");
      expect(await leaver?.ended).toMatchObject({ code: 0 });
      await talks[0]?.asked(4);
      thoughts.let();
      await Promise.all(talks.map((talk) => talk.settled()));

      for (const { debate } of talks) expect(await readDebateSummary(debate)).toBe(TALKED);
      // those calls, and no others
      expect(talks.flatMap((talk) => talk.repeated()).toSorted()).toEqual(
        own.map(({ name }) => name).toSorted(),
      );
    });
  });

  describe("rules", () => {
    const without = RULES.filter((rules) => rules !== "talk@1");

    test("FN2 FW1 a worker leaves alone what it has no rules for; one that has them ends it under those it began with", async () => {
      for (const worker of await fleet.workers(0)) await fleet.kill(worker);
      const newer = await fleet.worker({ rules: [...without, "talk@2"] });
      const talk = await talkIn(fleet, "versions");
      await fleet.client.send(talk.debate);
      // a debate that it does know passes through it meanwhile
      fleet.speakers.play("versions-gate", { "*": says("yes") });
      const brief = createTestBrief({ id: "versions-gate" });
      const plan = fleet.app.plan("gate", { brief, panel: ["told/x"] });
      const gate = await fleet.app.open(plan, "tester");
      expect(await fleet.app.run({ debate: gate })).toMatchObject({ status: "waiting" });
      expect(await fleet.client.standing(talk.debate)).toMatchObject({ state: "queued" });
      const status = await fleet.client.status();
      expect(status.queues.find(({ name }) => name === "hold:talk@1")).toMatchObject({
        waiting: 1,
        served: false,
      });

      const older = await fleet.worker();
      await talk.settled();
      expect(await readDebateSummary(talk.debate)).toBe(TALKED);
      expect((await fleet.client.last(talk.debate))?.worker).toBe(older.id);
      expect(await readWorkerState(newer.id)).toBe("live");
    });
  });

  test(`a provider that takes ${FEW} calls at once has no more from all workers together`, async () => {
    await fleet.workers(2);
    let [under, most] = [0, 0];
    fleet.speakers.play("few", async () => {
      most = Math.max(most, ++under);
      await thinkFor(150);
      under -= 1;
      return says("yes");
    });
    const { app } = fleet;
    const held = Array.from({ length: 4 }, async () => {
      const plan = app.plan("talk", { brief: createTestBrief({ id: "few" }), panel: ["few/x"] });
      return app.run({ debate: await app.open(plan, "tester") });
    });

    for (const { status } of await Promise.all(held)) expect(status).toBe("settled");
    expect(most).toBe(FEW);
  });

  test("FP1 a call that was dropped, and whose worker was not told, is stopped with its next beat", async () => {
    await fleet.workers(2);
    const thoughts = thinking();
    const talk = await talkIn(fleet, "untold", thoughts.part);
    await fleet.client.send(talk.debate);
    await talk.asked(3);
    const [call] = talk.calls();
    await asked(
      fleet.url,
      `UPDATE "${schemaIn(fleet.url)}_dbos".workflow_status
       SET status = 'CANCELLED', owner_xid = NULL, queue_name = NULL WHERE workflow_uuid = $1`,
      [call?.name],
    );
    await vi.waitUntil(() => call?.ended === "given-up", SOON);
    thoughts.let();
    await talk.settled();

    expect(talk.repeated()).toEqual([call?.name]);
  });

  describe("what got lost", () => {
    const table = (): string => `"${schemaIn(fleet.url)}_fleet".holdings`;

    test("FH1 a debate that was sent, and whose sender died before it was in its queue, is held", async () => {
      await fleet.workers(1);
      const talk = await talkIn(fleet, "unqueued");
      await asked(
        fleet.url,
        `INSERT INTO ${table()} (debate, number, rules, state, sent_ms)
         VALUES ($1, 1, 'talk@1', 'queued', 0)`,
        [talk.debate],
      );
      await talk.settled();

      expect(await readDebateSummary(talk.debate)).toBe(TALKED);
    });

    test("FH1 a holding whose worker failed to end it is taken up again", async () => {
      const talk = await talkIn(fleet, "unended");
      await fleet.client.send(talk.debate);
      await talk.settled();
      await asked(
        fleet.url,
        `UPDATE ${table()} SET state = 'held', worker = 'gone', ending = NULL, sent_ms = 0
         WHERE debate = $1`,
        [talk.debate],
      );
      await talk.settled();

      expect(talk.repeated()).toEqual([]);
    });
  });

  test("where every worker is dead, nobody is shown as living", async () => {
    for (const worker of await fleet.workers(0)) await fleet.kill(worker);
    const { workers, queues } = await fleet.client.status();

    expect(workers.filter(({ state }) => state === "live")).toEqual([]);
    expect(queues.every(({ served }) => !served)).toBe(true);
  });

  test("what is over is forgotten after its time, and what is not is kept", async () => {
    await fleet.workers(1);
    const talk = await talkIn(fleet, "pruned");
    await fleet.client.send(talk.debate);
    await talk.settled();
    const schema = `"${schemaIn(fleet.url)}_dbos"`;
    const count = async (): Promise<number> => {
      const [row] = await asked<{ count: number }>(
        fleet.url,
        `SELECT count(*)::int AS count FROM ${schema}.workflow_status WHERE workflow_uuid LIKE $1`,
        [`${talk.debate}%`],
      );
      return row?.count ?? 0;
    };
    await vi.waitUntil(async () => (await count()) === 7, SOON);
    await fleet.client.prune(0);
    expect(await count()).toBe(7);
    await asked(
      fleet.url,
      `UPDATE ${schema}.workflow_status SET completed_at = 1000 WHERE completed_at IS NOT NULL`,
    );
    expect((await fleet.client.prune(0)).work).toBeGreaterThanOrEqual(7);

    expect(await count()).toBe(0);
    expect(await fleet.app.run({ debate: talk.debate })).toMatchObject({ status: "settled" });
  });
});
