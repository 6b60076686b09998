/** A worker made from a project's configuration: its models, its limits, its keys. */
import { PROTOCOLS } from "../dissent.ts";
import { VENDORS } from "../domain/vendor.ts";
import type { ModelAccess } from "../models/access.ts";
import { agentNames } from "../models/agent-source.ts";
import { limitsOf, NO_TRAFFIC_LIMITS, type TrafficLimits } from "../models/endpoint.ts";
import type { WorkerSetting } from "../team/fleet/worker.ts";
import { postgresStore } from "../team/postgres/postgres.ts";
import { accessFor, type Desk, modelsFor, redactorFor } from "./desk.ts";
import { packageVersion } from "./version.ts";

export async function workerFor(desk: Desk, url: string): Promise<WorkerSetting> {
  const access = await accessFor(desk);
  return {
    url,
    store: postgresStore(url),
    protocols: PROTOCOLS,
    modelsWith: (traffic) => modelsFor(desk, {}, traffic),
    providers: providersOf(access),
    redact: redactorFor(desk),
    version: packageVersion(),
  };
}

/** Every provider that a reference can name here; what has no limits of its own has none. */
function providersOf(access: ModelAccess): Record<string, TrafficLimits> {
  const named = [
    "offline",
    "scripted",
    ...agentNames(access),
    ...VENDORS.map(({ name }) => name),
    ...Object.keys(access.endpoints),
  ];
  return Object.fromEntries(
    named.map((name) => {
      const given = access.endpoints[name] ?? access.providers[name];
      return [name, given ? limitsOf(given) : NO_TRAFFIC_LIMITS];
    }),
  );
}
