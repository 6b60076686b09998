/** Builds a worker from a project's configuration: its models, limits and keys. */
import {
  loadModelAccess,
  type AppContext,
  createModelSource,
  createContextRedactor,
} from "../../app/app-context.ts";
import { readPackageVersion } from "../../app/package-version.ts";
import { PROTOCOLS } from "../../dissent.ts";
import { VENDORS } from "../../domain/vendor.ts";
import { readTrafficLimits, NO_TRAFFIC_LIMITS, type TrafficLimits } from "../../models/endpoint.ts";
import { listAgentNames } from "../../models/load-agent-model.ts";
import type { ModelAccess } from "../../models/model-access.ts";
import { postgresStore } from "../../stores/postgres.ts";
import type { WorkerSetting } from "../fleet/worker/worker.ts";

export async function createWorkerSettings(
  context: AppContext,
  url: string,
): Promise<WorkerSetting> {
  const access = await loadModelAccess(context);
  return {
    url,
    store: postgresStore(url),
    protocols: PROTOCOLS,
    modelsWith: (traffic) => createModelSource(context, {}, traffic),
    providers: listProviderLimits(access),
    redact: createContextRedactor(context),
    version: readPackageVersion(),
  };
}

/** Every provider that a reference can name here; what has no limits of its own has none. */
function listProviderLimits(access: ModelAccess): Record<string, TrafficLimits> {
  const named = [
    "offline",
    "scripted",
    ...listAgentNames(access),
    ...VENDORS.map(({ name }) => name),
    ...Object.keys(access.endpoints),
  ];
  return Object.fromEntries(
    named.map((name) => {
      const given = access.endpoints[name] ?? access.providers[name];
      return [name, given ? readTrafficLimits(given) : NO_TRAFFIC_LIMITS];
    }),
  );
}
