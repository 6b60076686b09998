/** Fleets as they are: worker processes over a real PostgreSQL, killed, stopped and started by tests. */
import { spawn } from "node:child_process";
import { join } from "node:path";

import { vi } from "vitest";

import { systemClock } from "../../../src/clock.ts";
import { dissent, type Dissent, PROTOCOLS } from "../../../src/dissent.ts";
import type { Event } from "../../../src/domain/journal/event.ts";
import { offline } from "../../../src/models/offline.ts";
import { createPersonModel } from "../../../src/models/person-model.ts";
import type { Store } from "../../../src/store.ts";
import { postgresStore } from "../../../src/stores/postgres.ts";
import { fleetClient, type FleetClient } from "../../../src/team/fleet/fleet-client.ts";
import { fleetEngine } from "../../../src/team/fleet/fleet-engine.ts";
import { followed, type Started } from "../processes/cli.ts";
import { countedDigits } from "../protocols/debate.ts";
import { FLEET_PROBES } from "./fleet-probes.ts";
import { type Speakers, speakers, spokenBy } from "./fleet-speakers.ts";
import { asked, schemaIn } from "./postgres.ts";
import type { WorkerWish } from "./worker-settings.ts";

const PROGRAM = join(import.meta.dirname, "..", "..", "programs", "fleet-worker.ts");

/** Everything but the second version of `talk`, which would meet debates of the first. */
export const RULES: readonly string[] = [
  ...PROTOCOLS.map(({ id, version }) => `${id}@${version}`),
  ...Object.keys(FLEET_PROBES).filter((rules) => rules !== "talk@2"),
];

export interface FleetWorker extends Started {
  readonly id: string;
  readonly pid: number;
}

export interface Fleet {
  readonly url: string;
  readonly speakers: Speakers;
  readonly client: FleetClient;
  readonly store: Store;
  /** Holds debates by the fleet. */
  readonly app: Dissent;
  /** Resolves when it works. */
  worker(wish?: Partial<WorkerWish>): Promise<FleetWorker>;
  /** Starts as many as are missing; all that live. */
  workers(count: number): Promise<readonly FleetWorker[]>;
  /** Dead at once, and known to be: others need not wait for it. Tells when it died. */
  kill(worker: FleetWorker): Promise<number>;
  events(debate: string): Promise<readonly Event[]>;
  close(): Promise<void>;
}

/** A key that every worker knows, and nobody else may read. */
export const SECRET = "sk-fleet-0123456789abcdefghijklmnop";

// quick enough for a test, slow enough for a busy machine
export const QUICK = { everyMs: 300, silentMs: 5_000 };

export async function fleetAt(url: string, through: string = url): Promise<Fleet> {
  const played = await speakers();
  const client = await fleetClient({ url });
  const store = postgresStore(url);
  const app = appOver(store, played, client);
  const workers = new Set<FleetWorker>();

  async function worker(wish: Partial<WorkerWish> = {}): Promise<FleetWorker> {
    const usual = {
      url: through,
      speakers: played.url,
      rules: RULES,
      beat: QUICK,
      secret: SECRET,
      drainMs: 1_000,
    };
    const started = await startedWorker({ ...usual, ...wish });
    workers.add(started);
    void started.ended.then(() => workers.delete(started));
    return started;
  }

  return {
    url,
    speakers: played,
    client,
    store,
    app,
    worker,
    async workers(count) {
      const missing = Math.max(0, count - workers.size);
      await Promise.all(Array.from({ length: missing }, () => worker()));
      return [...workers];
    },
    async kill(victim) {
      victim.kill("SIGKILL");
      await victim.ended;
      const diedMs = Date.now();
      workers.delete(victim);
      await silenced(url, victim.id);
      return diedMs;
    },
    events: async (debate) => (await app.read(debate)).events,
    async close() {
      const left = [...workers];
      for (const worker of left) worker.kill("SIGKILL");
      await Promise.all(left.map(({ ended }) => ended));
      await client.close();
      await store.close();
      await played.close();
    },
  };
}

async function startedWorker(wish: WorkerWish): Promise<FleetWorker> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(wish)]);
  const started = followed(child);
  let id = "";
  child.stdout.once("data", (said: string) => {
    id = said.trim();
  });
  await Promise.race([
    vi.waitUntil(() => id !== "", { timeout: 300_000 }),
    started.ended.then(({ stderr }) => Promise.reject(new Error(`A worker ended:\n${stderr}`))),
  ]);
  return { ...started, id, pid: child.pid ?? 0 };
}

/** Debates of the fleet; without a client, debates of this process. */
export function appOver(store: Store, played: Speakers, client: FleetClient | null): Dissent {
  return dissent({
    store,
    random: countedDigits(),
    protocols: [
      ...PROTOCOLS,
      ...Object.values(FLEET_PROBES).filter(({ version }) => version === 1),
    ],
    modelFor: async (reference) => {
      if (reference === "person") return createPersonModel();
      if (reference.startsWith("offline")) return { ...offline(), id: reference };
      return spokenBy(played.url, { id: reference, worker: "here" });
    },
    ...(client && { engine: () => fleetEngine({ client, store, clock: systemClock }) }),
  });
}

/** As if the worker had been silent for so long that others take it for dead, and its leases had run out. */
export async function silenced(url: string, worker: string): Promise<void> {
  const store = schemaIn(url);
  await asked(url, `UPDATE "${store}_fleet".workers SET beat_ms = 0 WHERE id = $1`, [worker]);
  await leasesRunOut(url, worker);
}

/** As if fifteen seconds had passed since a worker that was killed last renewed its leases. */
async function leasesRunOut(url: string, worker: string): Promise<void> {
  const store = schemaIn(url);
  await asked(
    url,
    `UPDATE "${store}".leases SET until_ms = 0 WHERE debate IN
       (SELECT debate FROM "${store}_fleet".holdings WHERE worker = $1 AND state <> 'ended')`,
    [worker],
  );
}
