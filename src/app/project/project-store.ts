/** Opens a project's store: its own file, or the configured database. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { type DatabaseRequest, resolveDatabaseAddress } from "../../config/database-address.ts";
import { PROJECT_DATABASE } from "../../config/database-reference.ts";
import type { DebateReader } from "../../debates/debate-reader.ts";
import { matchDebateId } from "../../debates/find-debate.ts";
import { SetupError, StoreError } from "../../errors.ts";
import type { JournalAddition, Store } from "../../store.ts";
import { createDeferredStore } from "../../stores/deferred-store.ts";
import { parsePostgresAddress } from "../../stores/postgres-address.ts";
import { postgresStore } from "../../stores/postgres.ts";
import { sqliteStore } from "../../stores/sqlite.ts";
import {
  appendProjectLine,
  prepareDatabasePath,
  projectDatabasePath,
  readProjectLines,
} from "./dissent-folder.ts";

type ProjectLocation = DatabaseRequest & { readonly root: string };

/** A database elsewhere is not reached before the store is used. */
export function openProjectStore(owner: ProjectLocation): Store {
  const url = resolveDatabaseAddress(owner);
  if (url === null)
    return withOpenedDebatesLog(sqliteStore(prepareDatabasePath(owner.root)), owner.root);
  if (url !== PROJECT_DATABASE) return postgresStore(url);
  return createDeferredStore({
    open: async () => postgresStore(await findProjectPostgres(owner)),
    closed: () => new StoreError("store-unavailable", "The project's PostgreSQL was left."),
  });
}

/** The address of the project's own PostgreSQL, where that runs. */
export async function findProjectPostgres({
  root,
}: Pick<ProjectLocation, "root">): Promise<string> {
  const { findRunningPostgres } = await import("../../team/postgres/local/local-postgres.ts");
  const running = await findRunningPostgres(join(root, ".dissent", "postgres"));
  if (running !== undefined) return running;
  throw new SetupError("no-database", "The project's own PostgreSQL does not run.", {
    hint: "Start it with dissent serve, or take database: project out of the configuration.",
  });
}

/** Whether the project's debates are in a file of its own. */
export function usesDatabaseFile(owner: ProjectLocation): boolean {
  return resolveDatabaseAddress(owner) === null;
}

/** Whether there may be debates to look at; looking never makes a file. */
export function mayHaveDebates(owner: ProjectLocation): boolean {
  return existsSync(projectDatabasePath(owner.root)) || resolveDatabaseAddress(owner) !== null;
}

/** Throws where there is nothing to look at. */
export function requireDebates(owner: ProjectLocation): void {
  if (mayHaveDebates(owner)) return;
  throw new SetupError("unknown-debate", "There are no debates here yet.", {
    hint: 'Start one: dissent "A or B?" --option "A: …" --option "B: …"',
  });
}

/** Whether a team keeps its debates beside the project's file, in a database that only its server looks into. */
export function hasTeamDatabase(owner: ProjectLocation): boolean {
  return (
    existsSync(join(owner.root, ".dissent", "postgres", "address")) &&
    resolveDatabaseAddress(owner) === null
  );
}

/** The host that keeps the debates; null where none leaves this machine for it. */
export function findDatabaseHost(owner: ProjectLocation): string | null {
  const url = resolveDatabaseAddress(owner);
  return url === null || url === PROJECT_DATABASE ? null : parsePostgresAddress(url).host;
}

/**
 * Records the id of every debate beside the database, so that a debate lost with a removed or restored file is noticed,
 * and no other is mistaken for it.
 */
const OPENED_DEBATES_FILE = "opened-debates";

/** The same store, which notes each debate once its first event is kept. */
function withOpenedDebatesLog(store: Store, root: string): Store {
  return {
    ...store,
    async append(addition) {
      let made: JournalAddition | undefined;
      await store.append(() => (made = typeof addition === "function" ? addition() : addition));
      if (made?.expected === 0) appendProjectLine(root, OPENED_DEBATES_FILE, made.debate);
    },
  };
}

/** The same debates; asking for one that is gone throws. */
export function withLostDebateCheck<App extends Pick<DebateReader, "find" | "list">>(
  app: App,
  root: string,
): App {
  return {
    ...app,
    async find(reference) {
      const known = new Set<string>();
      const listed = await app.list({ onUnreadable: (debate) => known.add(debate) });
      if (known.has(reference)) return reference;
      for (const { id } of listed) known.add(id);
      const opened = readProjectLines(root, OPENED_DEBATES_FILE);
      const wanted =
        reference === "last"
          ? opened.at(-1)
          : opened.find((id) => !known.has(id) && matchesReference(id, reference));
      if (wanted === undefined || known.has(wanted) || known.has(reference))
        return matchDebateId(listed, reference);
      throw new StoreError(
        "store-corrupt",
        `${wanted} was held here, but it is not in the database any more.`,
        { hint: "Restore .dissent from a backup, or see what is left: dissent list" },
      );
    },
  };
}

function matchesReference(id: string, reference: string): boolean {
  return reference.trim() !== "" && (id.startsWith(reference) || id.endsWith(reference));
}
