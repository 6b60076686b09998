/** One suite for both engines: this process, and a fleet of real workers over a real PostgreSQL. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe } from "vitest";

import { sqliteStore } from "../../src/stores/sqlite.ts";
import { inlineTable, type Table } from "../conformance/engine-table.ts";
import { engineConformance } from "../conformance/engine.ts";
import { speakers } from "../support/fleet/fleet-speakers.ts";
import { appOver, fleetAt } from "../support/fleet/fleet.ts";
import { NO_POSTGRES, postgres, createTestSchema } from "../support/fleet/postgres.ts";

engineConformance("inline, over memory", inlineTable);

engineConformance("inline, over sqlite", async (): Promise<Table> => {
  const directory = mkdtempSync(join(tmpdir(), "dissent-engine-"));
  const store = sqliteStore(join(directory, "dissent.db"));
  const played = await speakers();
  return {
    speakers: played,
    seat: () => appOver(store, played, null),
    async close() {
      await store.close();
      await played.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
});

describe.skipIf(NO_POSTGRES !== undefined)(NO_POSTGRES ?? "with workers", () => {
  engineConformance("fleet of two", async (): Promise<Table> => {
    const fleet = await fleetAt(createTestSchema(await postgres()));
    await Promise.all([fleet.worker(), fleet.worker()]);
    return {
      speakers: fleet.speakers,
      seat: () => appOver(fleet.store, fleet.speakers, fleet.client),
      close: () => fleet.close(),
    };
  });
});
