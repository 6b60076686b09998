import type { Desk } from "../app/desk.ts";
/** What a server shows and does: the debates of a project or a team, or one from a file that can only be looked at. */
import type { Clock } from "../clock.ts";
import type { Dissent } from "../dissent.ts";
import type { Holder } from "./holder.ts";
import type { LiveHub } from "./live-hub.ts";
import type { Follow } from "./onlookers.ts";
import type { Purse } from "./purse.ts";
import { Refusal } from "./refusal.ts";

export interface Place {
  readonly app: Dissent;
  /** Null where nothing can be done. */
  readonly desk: Desk | null;
  /** What the place is called. */
  readonly project: string;
  readonly hub: LiveHub;
  readonly holder: Holder;
  readonly follow: Follow;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly purse: Purse;
  /** Whether people elsewhere act here: they name no file, script or program of this machine, and write none. */
  readonly isShared: boolean;
}

/** The desk of whoever acts. */
export function actingDesk({ desk }: Pick<Place, "desk">): Desk {
  if (desk) return desk;
  throw new Refusal(
    "read-only",
    "This comes from a file, so it can only be looked at.",
    "Open the project's own debates: dissent view",
  );
}
