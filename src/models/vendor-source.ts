/** Models behind an API: of a vendor known by name, or of an endpoint that the configuration names. */
import type { Clock } from "../clock.ts";
import { familyOf } from "../domain/family.ts";
import { vendorNamed } from "../domain/vendor.ts";
import type { Model, Price } from "../model.ts";
import type { Redact } from "../text/redact.ts";
import type { Environment, ModelAccess } from "./access.ts";
import { type Endpoint, namedEndpoint, secretsOf, vendorEndpoint } from "./endpoint.ts";
import { priceOf } from "./prices.ts";
import type { TrafficSource } from "./traffic-source.ts";

export interface Reference {
  /** As the person wrote it. */
  readonly whole: string;
  /** What stands before the first slash. */
  readonly name: string;
  /** What stands after it; empty where there is none. */
  readonly modelId: string;
}

export interface SourceSetting {
  readonly cwd: string;
  readonly env: Environment;
  readonly access: ModelAccess;
  readonly clock: Clock;
  readonly trafficFor: TrafficSource;
  readonly onSecret: (secret: string) => void;
  readonly redact: Redact;
}

/** Undefined where no vendor and no endpoint has the name. */
export async function vendorSource(
  reference: Reference,
  setting: SourceSetting,
): Promise<Model | undefined> {
  const { access, clock } = setting;
  const endpoint = endpointFor(reference, setting);
  if (!endpoint) return undefined;
  for (const secret of secretsOf(endpoint)) setting.onSecret(secret);
  const { vendorModel } = await import("./vendors/vendor-model.ts");
  const price = await pricedAs(reference, setting);
  return vendorModel({
    reference: reference.whole,
    modelId: reference.modelId,
    endpoint: { ...endpoint, family: endpoint.family ?? familyOf(reference.whole) },
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
export function endpointFor(
  { name }: Pick<Reference, "name">,
  { env, access }: Pick<SourceSetting, "env" | "access">,
): Endpoint | undefined {
  const vendor = vendorNamed(name);
  if (vendor) return vendorEndpoint(vendor, access.providers[name] ?? {}, env);
  const named = Object.hasOwn(access.endpoints, name) ? access.endpoints[name] : undefined;
  return named && namedEndpoint(name, named, env);
}

/** Absent where answers cost nothing: a vendor without keys is a program on one's own machine. */
async function pricedAs(
  { name, modelId }: Reference,
  { access, clock }: SourceSetting,
): Promise<Price | null | undefined> {
  const vendor = vendorNamed(name);
  if (vendor && vendor.keyNames.length === 0) return undefined;
  const named = access.endpoints[name];
  return priceOf({
    ...(vendor ? { provider: name } : { baseUrl: named?.baseUrl ?? null }),
    modelId,
    configured: named?.price,
    nowMs: clock.nowMs(),
  });
}
