/** Every host that a debate could reach from here, found without reaching one. */
import { seenToWork } from "../../app/challengers.ts";
import { modelsFor } from "../../app/desk.ts";
import { databaseHost } from "../../app/project/project-store.ts";
import type { Configuration } from "../../config/config.ts";
import { telemetryHost } from "../../telemetry/telemetry.ts";
import type { Session } from "../session.ts";
import { padded, plain } from "../terminal/terminal.ts";
import { keyed } from "./diagnosis.ts";
import { lookAround } from "./found.ts";

export interface Reached {
  readonly host: string;
  readonly models: readonly string[];
}

export interface Network {
  readonly hosts: readonly Reached[];
  /** Models that cannot be made, so that nothing can be said of them, and why. */
  readonly unknown: readonly { readonly model: string; readonly why: string }[];
}

export async function networkOf(
  session: Session,
  { values: config }: Configuration,
  more: readonly string[],
): Promise<Network> {
  const { cwd } = session;
  const { signal } = new AbortController();
  const { env } = keyed(session);
  // a debate whose seats name no model takes what was seen to work
  const seen = [...more, ...(await seenToWork(session))];
  const { found } = await lookAround({ config, cwd, env, more: seen, signal, quiet: true });
  const models = modelsFor(session, {});
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
  const telemetry = telemetryHost(session.env);
  if (telemetry !== null) hosts.set(telemetry, [...(hosts.get(telemetry) ?? []), "telemetry"]);
  const database = databaseHost(session);
  if (database !== null) hosts.set(database, [...(hosts.get(database) ?? []), "debates"]);
  return { hosts: Array.from(hosts, ([host, users]) => ({ host, models: users })), unknown };
}

export function networkLines({ hosts, unknown }: Network): string[] {
  const width = Math.max(0, ...hosts.map(({ host }) => plain(host).length)) + 2;
  return [
    ...(hosts.length === 0 ? ["No host: nothing here leaves this machine."] : []),
    ...hosts.map(
      ({ host, models }) => `${padded(plain(host), width)}${models.map(plain).join(", ")}`,
    ),
    ...unknown.map(({ model, why }) => `not known for ${plain(model)}: ${plain(why)}`),
  ];
}
