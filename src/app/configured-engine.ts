/** Chooses where this project's debates run: in this process, or on the team's fleet. */
import { systemClock } from "../clock.ts";
import type { Configuration } from "../config/config.ts";
import { resolveDatabaseAddress } from "../config/database-address.ts";
import { PROJECT_DATABASE } from "../config/database-reference.ts";
import type { Engine } from "../engine.ts";
import { SetupError } from "../errors.ts";
import type { Store } from "../store.ts";
import type { FleetClient } from "../team/fleet/fleet-client.ts";
import type { AppContext } from "./app-context.ts";
import { findProjectPostgres } from "./project/project-store.ts";

/** Looked up when the first debate runs: commands that only read debates contact no fleet. */
export function createConfiguredEngine(
  context: AppContext,
  {
    inline,
    store,
    configure,
    onNotice,
  }: {
    readonly inline: Engine;
    readonly store: Store;
    readonly configure: () => Promise<Configuration>;
    readonly onNotice: (line: string) => void;
  },
): Engine {
  return {
    async run(request) {
      const { values } = await configure();
      if (values.engine === "inline") return inline.run(request);
      const client = await connectFleetClient(context);
      try {
        // a debate that nobody takes up looks like one that hangs
        if (!(await hasLiveWorker(client))) {
          onNotice("no worker lives, so the debate waits for one: dissent team worker");
        }
        const { fleetEngine } = await import("../team/fleet/fleet-engine.ts");
        return await fleetEngine({ client, store, clock: systemClock }).run(request);
      } finally {
        await client.close();
      }
    },
  };
}

async function hasLiveWorker(client: FleetClient): Promise<boolean> {
  const { workers } = await client.status();
  return workers.some(({ state }) => state === "live");
}

async function connectFleetClient(context: AppContext): Promise<FleetClient> {
  const url = resolveDatabaseAddress(context);
  if (url === null) {
    throw new SetupError("no-database", "A fleet holds debates of a database, and none is named.", {
      hint: "Set DISSENT_DATABASE_URL, or take engine: fleet out of the configuration.",
    });
  }
  const { fleetClient } = await import("../team/fleet/fleet-client.ts");
  return fleetClient({ url: url === PROJECT_DATABASE ? await findProjectPostgres(context) : url });
}
