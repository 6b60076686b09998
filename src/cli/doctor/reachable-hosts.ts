/** Every host that a debate could contact from here, found without contacting one. */
import { createModelSource } from "../../app/app-context.ts";
import { findDatabaseHost } from "../../app/project/project-store.ts";
import { listCachedWorkingModels } from "../../app/seating/challenger-cache.ts";
import type { Configuration } from "../../config/config.ts";
import { readTelemetryHost } from "../../telemetry/telemetry.ts";
import type { CliContext } from "../cli-context.ts";
import { padToColumns, sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { readEnvironmentWithKeys } from "./diagnosis.ts";
import { searchSeatableModels } from "./find-models.ts";

export interface ReachableHost {
  readonly host: string;
  readonly models: readonly string[];
}

export interface ReachableNetwork {
  readonly hosts: readonly ReachableHost[];
  /** Models that cannot be made, so that nothing can be said of them, and why. */
  readonly unknown: readonly { readonly model: string; readonly why: string }[];
}

export async function findReachableHosts(
  cli: CliContext,
  { values: config }: Configuration,
  more: readonly string[],
): Promise<ReachableNetwork> {
  const { cwd } = cli;
  const { signal } = new AbortController();
  const { env } = readEnvironmentWithKeys(cli);
  // a debate whose seats name no model takes what was seen to work
  const seen = [...more, ...(await listCachedWorkingModels(cli))];
  const { found } = await searchSeatableModels({
    config,
    cwd,
    env,
    more: seen,
    signal,
    quiet: true,
  });
  const models = createModelSource(cli, {});
  const hosts = new Map<string, string[]>();
  const unknown: { model: string; why: string }[] = [];
  for (const { reference } of found) {
    try {
      for (const host of (await models(reference)).hosts ?? []) {
        hosts.set(host, [...(hosts.get(host) ?? []), reference]);
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : "it cannot be made";
      unknown.push({ model: reference, why });
    }
  }
  const telemetry = readTelemetryHost(cli.env);
  if (telemetry !== null) hosts.set(telemetry, [...(hosts.get(telemetry) ?? []), "telemetry"]);
  const database = findDatabaseHost(cli);
  if (database !== null) hosts.set(database, [...(hosts.get(database) ?? []), "debates"]);
  return { hosts: Array.from(hosts, ([host, users]) => ({ host, models: users })), unknown };
}

export function formatNetworkLines({ hosts, unknown }: ReachableNetwork): string[] {
  const width = Math.max(0, ...hosts.map(({ host }) => sanitizeForTerminal(host).length)) + 2;
  return [
    ...(hosts.length === 0 ? ["No host: nothing here leaves this machine."] : []),
    ...hosts.map(
      ({ host, models }) =>
        `${padToColumns(sanitizeForTerminal(host), width)}${models.map(sanitizeForTerminal).join(", ")}`,
    ),
    ...unknown.map(
      ({ model, why }) =>
        `not known for ${sanitizeForTerminal(model)}: ${sanitizeForTerminal(why)}`,
    ),
  ];
}
