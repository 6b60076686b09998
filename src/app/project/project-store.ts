/** Where a project keeps its debates: its own file, or the database that is configured. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { type DatabaseRequest, databaseSetting } from "../../config/database.ts";
import { PROJECT_DATABASE } from "../../config/literal-database.ts";
import { SetupError, StoreError } from "../../errors.ts";
import type { Store } from "../../store.ts";
import { deferredStore } from "../../stores/deferred.ts";
import { sqliteStore } from "../../stores/sqlite.ts";
import { postgresAddress } from "../../team/postgres/postgres-address.ts";
import { postgresStore } from "../../team/postgres/postgres.ts";
import { notingOpened } from "./opened-debates.ts";
import { databasePath, preparedDatabase } from "./own-files.ts";

type Owner = DatabaseRequest & { readonly root: string };

/** A database elsewhere is not reached before the store is used. */
export function projectStore(owner: Owner): Store {
  const url = databaseSetting(owner);
  if (url === null) return notingOpened(sqliteStore(preparedDatabase(owner.root)), owner.root);
  if (url !== PROJECT_DATABASE) return postgresStore(url);
  return deferredStore({
    open: async () => postgresStore(await ownDatabase(owner)),
    closed: () => new StoreError("store-unavailable", "The project's PostgreSQL was left."),
  });
}

/** The address of the project's own PostgreSQL, where that runs. */
export async function ownDatabase({ root }: Pick<Owner, "root">): Promise<string> {
  const { runningPostgres } = await import("../../team/postgres/local/local-postgres.ts");
  const running = await runningPostgres(join(root, ".dissent", "postgres"));
  if (running !== undefined) return running;
  throw new SetupError("no-database", "The project's own PostgreSQL does not run.", {
    hint: "Start it with dissent serve, or take database: project out of the configuration.",
  });
}

/** Whether the project's debates are in a file of its own. */
export function keepsOwnFile(owner: Owner): boolean {
  return databaseSetting(owner) === null;
}

/** Whether there may be debates to look at; looking never makes a file. */
export function hasDebates(owner: Owner): boolean {
  return existsSync(databasePath(owner.root)) || databaseSetting(owner) !== null;
}

/** Whether a team keeps its debates beside the project's file, in a database that only its server looks into. */
export function hasTeamBeside(owner: Owner): boolean {
  return (
    existsSync(join(owner.root, ".dissent", "postgres", "address")) &&
    databaseSetting(owner) === null
  );
}

/** The host that keeps the debates; null where none leaves this machine for it. */
export function databaseHost(owner: Owner): string | null {
  const url = databaseSetting(owner);
  return url === null || url === PROJECT_DATABASE ? null : postgresAddress(url).host;
}
