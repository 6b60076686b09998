/** A worker of a fleet under test: real but for its models, which the test's process speaks for. */
import { PROTOCOLS } from "../../src/dissent.ts";
import { NO_TRAFFIC_LIMITS } from "../../src/models/endpoint.ts";
import { offline } from "../../src/models/offline.ts";
import { createPersonModel } from "../../src/models/person-model.ts";
import { postgresStore } from "../../src/stores/postgres.ts";
import { startWorker } from "../../src/team/fleet/worker/worker.ts";
import { FLEET_PROBES } from "../support/fleet/fleet-probes.ts";
import { spokenBy, watched } from "../support/fleet/fleet-speakers.ts";
import { FEW, type WorkerWish } from "../support/fleet/worker-settings.ts";

const wish = JSON.parse(process.argv[2] ?? "{}") as WorkerWish;
const { url, speakers, rules, beat, secret, drainMs } = wish;
const known = new Map(
  [...PROTOCOLS, ...Object.values(FLEET_PROBES)].map((one) => [`${one.id}@${one.version}`, one]),
);
const name = String(process.pid);
const store = watched(postgresStore(url), speakers, name);

const worker = await startWorker({
  url,
  store,
  protocols: rules.flatMap((rule) => known.get(rule) ?? []),
  modelsWith: () => async (reference) => {
    if (reference === "person") return createPersonModel();
    if (reference.startsWith("offline")) return { ...offline(), id: reference };
    return spokenBy(speakers, { id: reference, worker: name });
  },
  providers: {
    offline: NO_TRAFFIC_LIMITS,
    told: NO_TRAFFIC_LIMITS,
    few: { ...NO_TRAFFIC_LIMITS, concurrency: FEW },
  },
  redact: (text) => (secret === undefined ? text : text.replaceAll(secret, "[redacted]")),
  version: "0.0.0-test",
  onNotice: (line) => void process.stderr.write(`${line}\n`),
  ...(beat && { beat }),
});
process.stdout.write(`${worker.id}\n`);

process.on("SIGTERM", () => void worker.drain(drainMs ?? 60_000));
const well = await worker.ended;
await store.close();
process.exit(well ? 0 : 1);
