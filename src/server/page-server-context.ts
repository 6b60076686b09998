import type { AppContext } from "../app/app-context.ts";
/** What a server shows and does: the debates of a project or a team, or one from a file that can only be looked at. */
import type { Clock } from "../clock.ts";
import type { Dissent } from "../dissent.ts";
import type { BackgroundRunner } from "./background-runner.ts";
import type { LiveHub } from "./live-hub.ts";
import type { FollowLiveDebate } from "./live-subscribers.ts";
import { RequestRefusal } from "./refusal.ts";
import type { SpendingBudget } from "./spending-budget.ts";

export interface PageServerContext {
  readonly app: Dissent;
  /** Null where nothing can be done. */
  readonly desk: AppContext | null;
  /** What the place is called. */
  readonly project: string;
  readonly hub: LiveHub;
  readonly runner: BackgroundRunner;
  readonly follow: FollowLiveDebate;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly budget: SpendingBudget;
  /** Whether people elsewhere act here: they name no file, script or program of this machine, and write none. */
  readonly isShared: boolean;
}

/** The desk of whoever acts. */
export function requireActingContext({ desk }: Pick<PageServerContext, "desk">): AppContext {
  if (desk) return desk;
  throw new RequestRefusal(
    "read-only",
    "This comes from a file, so it can only be looked at.",
    "Open the project's own debates: dissent view",
  );
}
