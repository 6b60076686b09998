/** A fleet under load whose workers are killed at random moments, and the time in which others take over. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { DEFAULT_HEARTBEAT_TIMING } from "../../src/team/fleet/worker/heartbeat.ts";
import { readToldDebate } from "../support/fleet/debate-digest.ts";
import { loadOn, countFleetTally } from "../support/fleet/fleet-load.ts";
import { TALKED, talkIn, thinking } from "../support/fleet/fleet-talks.ts";
import { type Fleet, fleetAt } from "../support/fleet/fleet.ts";
import {
  NO_POSTGRES,
  type PostgresServer,
  createTestSchema,
  startPostgres,
} from "../support/fleet/postgres.ts";
import { seededRandom } from "../support/time/seeded-random.ts";

const WITHOUT = NO_POSTGRES ?? (process.platform === "win32" ? "no signals on Windows" : undefined);

/** More of them: `DISSENT_FLEET_KILLS=200 npx vitest run --project rest test/rest/fleet-kills.test.ts`. */
const KILLS = Number(process.env["DISSENT_FLEET_KILLS"] ?? 12);
const RESTARTS = Math.ceil(KILLS / 12);
const WORKERS = 3;

describe.skipIf(WITHOUT !== undefined)(WITHOUT ?? "workers killed at random", () => {
  let server: PostgresServer;
  let fleet: Fleet;
  beforeAll(async () => {
    server = await startPostgres();
    fleet = await fleetAt(createTestSchema(server.url));
  });
  afterAll(() => fleet?.close());

  test(
    `K13 ${KILLS} kills under load: every debate ends as if there had been none, and no recorded reply is asked for again`,
    async () => {
      await fleet.workers(WORKERS);
      const load = loadOn(fleet, 12);
      const dead = new Set<string>();
      let starting: Promise<unknown> = Promise.resolve();
      const random = seededRandom(KILLS);
      const { calls } = fleet.speakers;
      for (let kills = 1; kills <= KILLS; kills++) {
        const enough = calls.length + 1 + Math.floor(random() * 40);
        await vi.waitUntil(() => calls.length >= enough, { timeout: 60_000, interval: 1 });
        const living = await fleet.workers(0);
        const victim = living[Math.floor(random() * living.length)];
        if (!victim || living.length < 2) {
          await starting;
          kills -= 1;
          continue;
        }
        dead.add(String(victim.pid));
        void victim.ended.catch(() => {});
        await fleet.kill(victim);
        starting = fleet.workers(WORKERS);
        if (kills % 12 === 6) {
          // a worker that finds no database at its start ends, as it should
          await starting;
          await server.restart();
        }
      }
      await starting;
      await load.finish();
      // a worker that was taken for dead on a busy machine has ended, too
      for (const { worker } of fleet.speakers.calls) {
        const lives = (await fleet.workers(0)).some(({ pid }) => String(pid) === worker);
        if (!lives) dead.add(worker);
      }
      const tally = await countFleetTally(fleet, load, dead);

      process.stdout.write(
        `fleet: ${KILLS} workers killed, PostgreSQL restarted ${RESTARTS} times: ${JSON.stringify(tally)}\n`,
      );
      expect(tally).toMatchObject({ recordedAskedAgain: 0, withoutADeath: 0, astray: [] });
      expect((await fleet.client.status()).troubles).toEqual([]);
    },
    120_000 + KILLS * 6_000,
  );

  test("FB1 a worker that is killed, left to the real clocks: another goes on with its debate", async () => {
    for (const worker of await fleet.workers(0)) await fleet.kill(worker);
    const [one, other] = await Promise.all([
      fleet.worker({ beat: DEFAULT_HEARTBEAT_TIMING }),
      fleet.worker({ beat: DEFAULT_HEARTBEAT_TIMING }),
    ]);
    const thoughts = thinking();
    const talk = await talkIn(fleet, "real-time", thoughts.part);
    await fleet.client.send(talk.debate);
    await talk.asked(3);
    const { worker } = await fleet.client.standing(talk.debate);
    const [victim, heir] = worker === one.id ? [one, other] : [other, one];
    const before = talk.calls().length;
    victim.kill("SIGKILL");
    await victim.ended;
    await vi.waitUntil(async () => (await fleet.client.standing(talk.debate)).worker === heir.id, {
      timeout: 120_000,
      interval: 50,
    });
    thoughts.let();
    await talk.settled();

    // silent for so long, then seen at the next beat of another
    expect(
      DEFAULT_HEARTBEAT_TIMING.silentMs + DEFAULT_HEARTBEAT_TIMING.everyMs,
    ).toBeLessThanOrEqual(30_000);
    expect((await readToldDebate(fleet.app, talk.debate)).outcome?.summary).toBe(TALKED);
    const lost = talk
      .calls()
      .slice(0, before)
      .filter((call) => call.worker === String(victim.pid));
    expect(talk.repeated().toSorted()).toEqual(lost.map(({ name }) => name).toSorted());
  });
});
