/** The way to a team's tables, which lie beside the store's and look into it. */
import { type Clock, systemClock } from "../../clock.ts";
import { DissentError } from "../../errors.ts";
import { parsePostgresAddress } from "../postgres/postgres-address.ts";
import { openPostgresConnections, type RunStatement } from "../postgres/postgres-connections.ts";
import { createPostgresError } from "../postgres/postgres-errors.ts";
import { isSchemaUpToDate, migrateSchema } from "../postgres/postgres-migrations.ts";
import { STORE_TABLES } from "../postgres/postgres-schema.ts";
import { TEAM_TABLES } from "./schema.ts";
import { redactTokens } from "./token-format.ts";

export interface TeamConnection {
  readonly read: RunStatement;
  /** All or nothing; tried again, also where an earlier try may have been committed after all. */
  readonly transaction: <Result>(work: (run: RunStatement) => Promise<Result>) => Promise<Result>;
  /** In quotes, as all names of schemas here. */
  readonly schema: string;
  /** The database's clock, as it stands in a statement. */
  readonly now: string;
  /** Where the debates are. */
  readonly store: string;
  /** A text as it may be kept: without tokens, keys and the database's password. */
  readonly clean: (text: string) => string;
  close(): Promise<void>;
}

export interface TeamOptions {
  readonly url: string;
  readonly clock?: Clock;
  /** Takes the keys of this machine out of what is kept about acts. */
  readonly redact?: (text: string) => string;
}

export async function openTeamConnection(setting: TeamOptions): Promise<TeamConnection> {
  const { url, clock = systemClock, redact = (text) => text } = setting;
  const address = parsePostgresAddress(url);
  const schema = `"${address.schema.slice(1, -1)}_team"`;
  const ways = await openPostgresConnections({ address, clock });

  /** Refusals are for people and stay as they are. */
  const said =
    (what: "reached" | "read" | "written") =>
    (cause: unknown): never => {
      throw cause instanceof DissentError ? cause : createPostgresError(cause, what, address);
    };

  try {
    // what debates have cost is read where they are, and the first of them may still be to come
    for (const [name, tables] of [
      [address.schema, STORE_TABLES] as const,
      [schema, TEAM_TABLES] as const,
    ]) {
      if (await isSchemaUpToDate(ways.read, name, tables)) continue;
      const migrating = ways.transaction((run) => migrateSchema(run, name, tables));
      await migrating.catch(async (cause: unknown) => {
        // a connection may not yet know what another process has made at this moment
        if (!(await isSchemaUpToDate(ways.read, name, tables))) throw cause;
      });
    }
  } catch (cause) {
    await ways.close();
    return said("reached")(cause);
  }
  return {
    schema,
    now: `${schema}.now_ms()`,
    store: address.schema,
    clean(text) {
      const known = redact(redactTokens(text));
      const clean = address.secrets.reduce(
        (rest, secret) => rest.replaceAll(secret, "[redacted]"),
        known,
      );
      // PostgreSQL keeps no NUL in a text, and half a character would come back as another
      return clean.toWellFormed().replaceAll("\0", "");
    },
    read: (sql, values) => ways.read<never>(sql, values).catch(said("read")),
    transaction: (work) => ways.transaction((run) => work(run)).catch(said("written")),
    close: () => ways.close(),
  };
}
