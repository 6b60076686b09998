/** Where this project's debates are held: here, or by the fleet of its team. */
import { systemClock } from "../clock.ts";
import { databaseSetting } from "../config/database.ts";
import { PROJECT_DATABASE } from "../config/literal-database.ts";
import type { Engine } from "../engine.ts";
import { SetupError } from "../errors.ts";
import type { Store } from "../store.ts";
import type { FleetClient } from "../team/fleet/client.ts";
import { fleetEngine } from "../team/fleet/engine.ts";
import type { Desk } from "./desk.ts";
import { ownDatabase } from "./project/project-store.ts";

/** Looked up when the first debate is to be held: nothing that only looks at debates reaches a fleet. */
export function chosenEngine(
  desk: Desk,
  {
    inline,
    store,
    onNotice,
  }: {
    readonly inline: Engine;
    readonly store: Store;
    readonly onNotice: (line: string) => void;
  },
): Engine {
  return {
    async hold(request) {
      const { resolveConfig } = await import("../config/config.ts");
      const { cwd, env, homeDir, configPath } = desk;
      const { values } = await resolveConfig({
        flags: [],
        env,
        brief: null,
        cwd,
        configPath,
        homeDir,
      });
      if (values.engine === "inline") return inline.hold(request);
      const client = await fleetOf(desk);
      try {
        // a debate that nobody takes up looks like one that hangs
        if (!(await isServed(client))) {
          onNotice("no worker lives, so the debate waits for one: dissent worker");
        }
        return await fleetEngine({ client, store, clock: systemClock }).hold(request);
      } finally {
        await client.close();
      }
    },
  };
}

async function isServed(client: FleetClient): Promise<boolean> {
  const { workers } = await client.status();
  return workers.some(({ state }) => state === "live");
}

async function fleetOf(desk: Desk): Promise<FleetClient> {
  const url = databaseSetting(desk);
  if (url === null) {
    throw new SetupError("no-database", "A fleet holds debates of a database, and none is named.", {
      hint: "Set DISSENT_DATABASE_URL, or take engine: fleet out of the configuration.",
    });
  }
  const { fleetClient } = await import("../team/fleet/client.ts");
  return fleetClient({ url: url === PROJECT_DATABASE ? await ownDatabase(desk) : url });
}
