/** Loads models of an API: a vendor known by name, or an endpoint from the configuration. */
import type { Clock } from "../clock.ts";
import { findModelFamily, findVendor } from "../domain/vendor.ts";
import type { Model, Price } from "../model.ts";
import type { Redactor } from "../text/redact.ts";
import {
  type Endpoint,
  createConfiguredEndpoint,
  createVendorEndpoint,
  listEndpointSecrets,
} from "./endpoint.ts";
import type { EnvironmentVariables, ModelAccess } from "./model-access.ts";
import { findModelPrice } from "./model-prices.ts";
import type { TrafficSource } from "./traffic-source.ts";

export interface ModelReference {
  /** As the person wrote it. */
  readonly whole: string;
  /** The part before the first slash. */
  readonly name: string;
  /** The part after it; empty if there is none. */
  readonly modelId: string;
}

export interface ModelLoadContext {
  readonly cwd: string;
  readonly env: EnvironmentVariables;
  readonly access: ModelAccess;
  readonly clock: Clock;
  readonly trafficFor: TrafficSource;
  readonly onSecret: (secret: string) => void;
  readonly redact: Redactor;
}

/** Undefined where no vendor and no endpoint has the name. */
export async function loadVendorModel(
  reference: ModelReference,
  setting: ModelLoadContext,
): Promise<Model | undefined> {
  const { access, clock } = setting;
  const endpoint = findModelEndpoint(reference, setting);
  if (!endpoint) return undefined;
  for (const secret of listEndpointSecrets(endpoint)) setting.onSecret(secret);
  const { createVendorModel } = await import("./vendors/vendor-model.ts");
  const price = await findVendorPrice(reference, setting);
  return createVendorModel({
    reference: reference.whole,
    modelId: reference.modelId,
    endpoint: { ...endpoint, family: endpoint.family ?? findModelFamily(reference.whole) },
    traffic: await setting.trafficFor({
      name: endpoint.name,
      limits: endpoint.limits,
      warming: access.cacheWarming !== "off",
      ...(access.cacheWarming === "on" && { warmingPolicy: { leastBytes: 1 } }),
    }),
    ...(price !== undefined && { price }),
    clock,
    redact: setting.redact,
  });
}

/** Where the reference's model is; undefined where no vendor and no endpoint has the name. */
export function findModelEndpoint(
  { name }: Pick<ModelReference, "name">,
  { env, access }: Pick<ModelLoadContext, "env" | "access">,
): Endpoint | undefined {
  const vendor = findVendor(name);
  if (vendor) return createVendorEndpoint(vendor, access.providers[name] ?? {}, env);
  const named = Object.hasOwn(access.endpoints, name) ? access.endpoints[name] : undefined;
  return named && createConfiguredEndpoint(name, named, env);
}

/** Absent where answers cost nothing: a vendor without keys is a program on one's own machine. */
async function findVendorPrice(
  { name, modelId }: ModelReference,
  { access, clock }: ModelLoadContext,
): Promise<Price | null | undefined> {
  const vendor = findVendor(name);
  if (vendor && vendor.keyNames.length === 0) return undefined;
  const named = access.endpoints[name];
  return findModelPrice({
    ...(vendor ? { provider: name } : { baseUrl: named?.baseUrl ?? null }),
    modelId,
    configured: named?.price,
    nowMs: clock.nowMs(),
  });
}
