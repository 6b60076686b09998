/** Heavy packages that only some tests need: from npm at pinned versions, once, into the clone's `.cache`. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { runNpm } from "../../../src/team/postgres/local/local-postgres-npm.ts";
import {
  findCacheDirectory,
  createDirectoryAtomically,
} from "../../../src/team/postgres/local/local-postgres-package.ts";

/** Where the package is installed; installs it when it is not there. */
export async function cachedPackage(what: string, name: string): Promise<string> {
  const place = join(findCacheDirectory(), "dissent-test", name);
  if (!existsSync(place)) {
    await createDirectoryAtomically(place, async (draft) => {
      const flags =
        "--no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error";
      await runNpm(["install", ...flags.split(" "), "--prefix", draft, what], {
        what,
        directory: draft,
        project: process.cwd(),
      });
    });
  }
  return place;
}
