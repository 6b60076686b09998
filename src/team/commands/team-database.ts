/** The database that a team's commands share: the configured one, or else the project's own. */
import { join } from "node:path";

import type { AppContext } from "../../app/app-context.ts";
import { prepareDissentFolder } from "../../app/project/dissent-folder.ts";
import { resolveDatabaseAddress } from "../../config/database-address.ts";
import { PROJECT_DATABASE } from "../../config/database-reference.ts";
import { SetupError } from "../../errors.ts";
import { parsePostgresAddress } from "../../stores/postgres-address.ts";
import { findCacheDirectory } from "../postgres/local/local-postgres-package.ts";
import { openLocalPostgres, findRunningPostgres } from "../postgres/local/local-postgres.ts";

export interface TeamDatabase {
  /** With user and password. */
  readonly url: string;
  /** True where this process started it. */
  readonly own: boolean;
  /** Ends it where this process started it. */
  stop(): Promise<void>;
}

/** Finds the team's database; starts the project's own only where `start` says so, else refuses with a hint. */
export async function openTeamDatabase(
  context: AppContext,
  { start, onNotice }: { readonly start: boolean; readonly onNotice: (line: string) => void },
): Promise<TeamDatabase> {
  const named = resolveDatabaseAddress(context) ?? (context.env["DATABASE_URL"] ?? "").trim();
  if (named !== "" && named !== PROJECT_DATABASE) {
    // said here, before anything is reached, and without the address
    parsePostgresAddress(named);
    return createExternalDatabase(named);
  }
  const directory = join(context.root, ".dissent", "postgres");
  if (start) {
    prepareDissentFolder(context.root);
    const cache = findCacheDirectory(context);
    return openLocalPostgres({ directory, cache, project: context.root, onNotice });
  }
  const running = await findRunningPostgres(directory);
  if (running !== undefined) return createExternalDatabase(running);
  throw new SetupError("no-database", "There is no database for a team here.", {
    hint: "Set DATABASE_URL, or start the project's own with dissent serve.",
  });
}

function createExternalDatabase(url: string): TeamDatabase {
  return { url, own: false, stop: async () => {} };
}
