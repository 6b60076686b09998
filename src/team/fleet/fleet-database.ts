/** The way to a fleet's tables, which lie beside the store's. */
import type { Clock } from "../../clock.ts";
import { type PostgresAddress, parsePostgresAddress } from "../postgres/postgres-address.ts";
import {
  openPostgresConnections,
  type PostgresConnections,
} from "../postgres/postgres-connections.ts";
import { createPostgresError } from "../postgres/postgres-errors.ts";
import { isSchemaUpToDate, migrateSchema } from "../postgres/postgres-migrations.ts";
import { STORE_TABLES } from "../postgres/postgres-schema.ts";
import { FLEET_TABLES } from "./schema.ts";

export interface FleetDatabase extends PostgresConnections {
  readonly address: PostgresAddress;
  /** In quotes. */
  readonly schema: string;
  /** Where the engine below keeps its own tables. */
  readonly engineSchema: string;
  /** Where workers and clients tell each other of wishes and endings. */
  readonly channel: string;
  /** Where what is being said right now goes by. */
  readonly liveChannel: string;
}

export async function openFleetDatabase(url: string, clock: Clock): Promise<FleetDatabase> {
  const address = parsePostgresAddress(url);
  const own = address.schema.slice(1, -1);
  const schema = `"${own}_fleet"`;
  const ways = await openPostgresConnections({ address, clock });
  try {
    for (const [name, tables] of [
      [address.schema, STORE_TABLES],
      [schema, FLEET_TABLES],
    ] as const) {
      if (await isSchemaUpToDate(ways.read, name, tables)) continue;
      await ways.transaction((run) => migrateSchema(run, name, tables));
    }
  } catch (cause) {
    await ways.close();
    throw createPostgresError(cause, "read", address);
  }
  return {
    ...ways,
    address,
    schema,
    engineSchema: `${own}_dbos`,
    channel: `${address.channel}_fleet`,
    liveChannel: `${address.channel}_live`,
  };
}
