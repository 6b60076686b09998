/** The two places a server can show: a project's debates, and a debate from a file. */
import { basename } from "node:path";

import { type Desk, redactorFor } from "../app/desk.ts";
import { type Clock, systemClock } from "../clock.ts";
import { dissent, type Dissent } from "../dissent.ts";
import { SetupError } from "../errors.ts";
import type { JournalFile } from "../stores/journal-file.ts";
import { memoryStore } from "../stores/memory.ts";
import { holder } from "./holder.ts";
import { liveHub } from "./live-hub.ts";
import { onlookers } from "./onlookers.ts";
import type { Place } from "./place.ts";
import { OWN_PURSE } from "./purse.ts";

export interface PlaceSetting {
  readonly clock?: Clock;
  /** What went wrong with a debate while nobody waited for it. */
  readonly onTrouble?: (debate: string, error: unknown) => void;
}

export function projectPlace(desk: Desk, app: Dissent, setting: PlaceSetting = {}): Place {
  const redact = redactorFor(desk);
  return placeWith({ app, desk, redact, project: basename(desk.root), ...setting });
}

/** From memory only, and nothing can be done with it. */
export async function filePlace(
  file: JournalFile,
  { shown, ...setting }: PlaceSetting & { readonly shown: string },
): Promise<{ readonly place: Place; readonly debate: string }> {
  const app = dissent({
    store: memoryStore(),
    modelFor: async (reference) => {
      throw new SetupError("unknown-model", `Nobody is asked here, so not ${reference}.`);
    },
  });
  const debate = await app.bring(file);
  const redact = (text: string): string => text;
  return { place: placeWith({ app, desk: null, redact, project: shown, ...setting }), debate };
}

function placeWith(
  setting: PlaceSetting & Pick<Place, "app" | "desk" | "redact" | "project">,
): Place {
  const { app, desk, redact, project, clock = systemClock, onTrouble } = setting;
  const hub = liveHub();
  const held = holder({ app, hub, redact, ...(onTrouble && { onTrouble }) });
  const follow = onlookers({ hub, holder: held, clock });
  const own = { purse: OWN_PURSE, isShared: false };
  return { app, desk, project, hub, holder: held, follow, redact, clock, ...own };
}
