/** The place that a team's server shows: debates in the team's database, held by its fleet. */
import { basename } from "node:path";

import { type AppContext, createContextRedactor } from "../../app/app-context.ts";
import { type Clock, systemClock } from "../../clock.ts";
import type { Dissent } from "../../dissent.ts";
import { type LiveHub, createLiveHub } from "../../server/live-hub.ts";
import type { PageServerContext } from "../../server/page-server-context.ts";
import { UNLIMITED_BUDGET } from "../../server/spending-budget.ts";
import { createOutcomeSigner } from "./countersign.ts";
import { type FleetAccess, createFleetRunner } from "./fleet-runner.ts";
import { createFleetSubscribers } from "./fleet-subscribers.ts";

export interface TeamContextOptions {
  /** Its environment names the team's database, so that all who open it find the same debates. */
  readonly desk: AppContext;
  readonly app: Dissent;
  readonly fleet: FleetAccess;
  readonly clock?: Clock;
  /** Told what went wrong while an outcome was awaited, to be signed. */
  readonly onTrouble?: (error: unknown) => void;
}

/** Nobody's yet: whoever asks has it with their own name and money. */
export function createTeamContext({
  desk,
  app,
  fleet,
  clock = systemClock,
  onTrouble = () => {},
}: TeamContextOptions): PageServerContext {
  const redact = createContextRedactor(desk);
  const hub = createLiveHub();
  const signing = createOutcomeSigner(createFleetRunner(fleet, clock), app, onTrouble);
  signing.followRunning().catch(onTrouble);
  return {
    app: { ...app, watch: watchAndClearLanded(app, hub) },
    desk,
    project: basename(desk.root),
    hub,
    runner: signing.holder,
    follow: createFleetSubscribers({ hub, fleet, clock, redact }),
    redact,
    clock,
    budget: UNLIMITED_BUDGET,
    isShared: true,
  };
}

/** What has landed in the journal is no longer being said; whoever watches it says so. */
function watchAndClearLanded(app: Dissent, hub: LiveHub): Dissent["watch"] {
  return async function* (debate, from, signal) {
    for await (const event of app.watch(debate, from, signal)) {
      hub.completeTurn(debate, event);
      yield event;
    }
  };
}
