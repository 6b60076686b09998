/** The place that a team's server shows: debates in the team's database, held by its fleet. */
import { basename } from "node:path";

import { type Desk, redactorFor } from "../../app/desk.ts";
import { type Clock, systemClock } from "../../clock.ts";
import type { Dissent } from "../../dissent.ts";
import { type LiveHub, liveHub } from "../../server/live-hub.ts";
import type { Place } from "../../server/place.ts";
import { OWN_PURSE } from "../../server/purse.ts";
import { countersigning } from "./countersign.ts";
import { type Fleet, fleetHolder } from "./fleet-holder.ts";
import { fleetOnlookers } from "./fleet-onlookers.ts";

export interface TeamPlaceSetting {
  /** Its environment names the team's database, so that all who open it find the same debates. */
  readonly desk: Desk;
  readonly app: Dissent;
  readonly fleet: Fleet;
  readonly clock?: Clock;
  /** Told what went wrong while an outcome was awaited, to be signed. */
  readonly onTrouble?: (error: unknown) => void;
}

/** Nobody's yet: whoever asks has it with their own name and money. */
export function teamPlace({
  desk,
  app,
  fleet,
  clock = systemClock,
  onTrouble = () => {},
}: TeamPlaceSetting): Place {
  const redact = redactorFor(desk);
  const hub = liveHub();
  const signing = countersigning(fleetHolder(fleet, clock), app, onTrouble);
  signing.followRunning().catch(onTrouble);
  return {
    app: { ...app, watch: landing(app, hub) },
    desk,
    project: basename(desk.root),
    hub,
    holder: signing.holder,
    follow: fleetOnlookers({ hub, fleet, clock, redact }),
    redact,
    clock,
    purse: OWN_PURSE,
    isShared: true,
  };
}

/** What has landed in the journal is no longer being said; whoever watches it says so. */
function landing(app: Dissent, hub: LiveHub): Dissent["watch"] {
  return async function* (debate, from, signal) {
    for await (const event of app.watch(debate, from, signal)) {
      hub.land(debate, event);
      yield event;
    }
  };
}
