/** What a fleet of `dissent team worker` promises in figures: limits of a provider, and what a thousand sleepers take. */
import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { dissent, type Dissent } from "../../src/dissent.ts";
import { offline } from "../../src/models/offline.ts";
import { createPersonModel } from "../../src/models/person-model.ts";
import type { Store } from "../../src/store.ts";
import { postgresStore } from "../../src/stores/postgres.ts";
import { fleetClient, type FleetClient } from "../../src/team/fleet/fleet-client.ts";
import { spawnLoopbackProcess } from "../../src/testing/loopback/loopback-process.ts";
import type { LoopbackVendor } from "../../src/testing/loopback/loopback-vendor.ts";
import {
  asked,
  NO_POSTGRES,
  postgres,
  schemaIn,
  createTestSchema,
} from "../support/fleet/postgres.ts";
import { project, type Project, start, type Started } from "../support/processes/cli.ts";
import { createTestBrief } from "../support/protocols/judges.ts";

const WITHOUT = NO_POSTGRES ?? (process.platform === "linux" ? undefined : "read from /proc");
const PER_SECOND = 10;
const SLEEPERS = 1_000;

describe.skipIf(WITHOUT !== undefined)(WITHOUT ?? "three workers", () => {
  let loopback: LoopbackVendor;
  let at: Project;
  let url: string;
  let store: Store;
  let client: FleetClient;
  let app: Dissent;
  const workers: Started[] = [];
  beforeAll(async () => {
    loopback = await spawnLoopbackProcess();
    url = createTestSchema(await postgres());
    at = project({
      "dissent.yaml": [
        "endpoints:",
        "  loop:",
        `    baseUrl: ${loopback.url}/v1`,
        "    structured: true",
        `    requestsPerSecond: ${PER_SECOND}`,
        "",
      ].join("\n"),
    });
    const env = { DISSENT_DATABASE_URL: url };
    for (let count = 0; count < 3; count++)
      workers.push(start(at, ["team", "worker", "--json"], { env }));
    await Promise.all(workers.map((worker) => worker.said('"event":"worker"')));
    store = postgresStore(url);
    client = await fleetClient({ url });
    app = dissent({
      store,
      modelFor: async (reference) =>
        reference === "person" ? createPersonModel() : { ...offline(), id: reference },
    });
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all(workers.map(({ ended }) => ended));
    await client?.close();
    await store?.close();
    await loopback?.close();
  });

  async function sent(id: string, panel: string): Promise<string> {
    const debate = await app.open(
      app.plan("judges", { brief: createTestBrief({ id }), panel: [panel] }),
      "tester",
    );
    await client.send(debate);
    return debate;
  }

  test(`FG1 ${PER_SECOND} requests in a second over all of them: no sliding second has more`, async () => {
    const DEBATES = 16;
    const debates = await Promise.all(
      Array.from({ length: DEBATES }, (_, number) => sent(`limited-${number}`, "loop/any")),
    );
    await vi.waitUntil(
      async () => {
        const ends = await Promise.all(debates.map((debate) => client.last(debate)));
        return ends.every((row) => row?.state === "ended");
      },
      { timeout: 100_000, interval: 200 },
    );
    // by the database's clock; each request had a grant, and some may have come too late to be used
    const granted = await asked<{ at: number }>(
      url,
      `SELECT at_ms::float8 AS at FROM "${schemaIn(url)}_fleet".grants WHERE provider = 'loop'`,
    );
    const times = granted.map(({ at: ms }) => ms);
    const most = Math.max(
      ...times.map((from) => times.filter((ms) => ms >= from && ms < from + 1_000).length),
    );

    const requests = await loopback.requests();
    expect(requests.length).toBeGreaterThanOrEqual(3 * DEBATES);
    expect(times.length).toBeGreaterThanOrEqual(requests.length);
    expect(most).toBeLessThanOrEqual(PER_SECOND);
    const callers = (await client.status()).workers.filter(({ state }) => state === "live");
    expect(callers).toHaveLength(3);
  });

  test(`K11 ${SLEEPERS} debates that wait for people: less than 100 MB for a worker, and nothing left to do`, async () => {
    const before = workers.map(({ child }) => residentMb(child.pid));
    for (let number = 0; number < SLEEPERS; number += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => sent(`sleeper-${number + index}`, "person")),
      );
    }
    await vi.waitUntil(async () => (await client.status()).debates.waiting >= SLEEPERS, {
      timeout: 110_000,
      interval: 250,
    });
    await vi.waitUntil(
      async () => {
        const { held, queued } = (await client.status()).debates;
        return held + queued === 0;
      },
      { timeout: 60_000, interval: 250 },
    );
    const grown = workers.map(({ child }, index) => residentMb(child.pid) - (before[index] ?? 0));

    for (const mb of grown) expect(mb).toBeLessThan(100);
    // as they say themselves, with their next beats
    await vi.waitUntil(
      async () => (await client.status()).workers.every(({ holding }) => holding === 0),
      { timeout: 20_000, interval: 250 },
    );
  }, 240_000);

  test("FB2 FW2 a worker that was declared dead ends its process; one that is told to leave ends well", async () => {
    const [dead, leaving] = workers as [Started, Started];
    const { workers: listed } = await client.status();
    const findWorkerId = ({ child }: Started): string =>
      listed.find(({ pid }) => pid === child.pid)?.id ?? "";
    const fleetSchema = `"${schemaIn(url)}_fleet"`;
    await asked(url, `UPDATE ${fleetSchema}.workers SET state = 'dead' WHERE id = $1`, [
      findWorkerId(dead),
    ]);
    await client.drain(findWorkerId(leaving));

    const ended = await dead.ended;
    expect(ended.code).toBeGreaterThan(0);
    expect(ended.stderr).toContain("declared dead");
    expect(await leaving.ended).toMatchObject({ code: 0 });
  });
});

function residentMb(pid: number | undefined): number {
  const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1_024;
}
