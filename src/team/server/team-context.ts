/** The context of a team's server: debates in the team's database, run by its fleet. */
import { basename } from "node:path";

import { type AppContext, createContextRedactor } from "../../app/app-context.ts";
import type { BackgroundRunner } from "../../app/commands/background-runner.ts";
import { UNLIMITED_BUDGET } from "../../app/commands/spending-budget.ts";
import { type Clock, systemClock } from "../../clock.ts";
import type { Dissent } from "../../dissent.ts";
import { type LiveHub, createLiveHub } from "../../server/live-hub.ts";
import type { PageServerContext } from "../../server/page-server-context.ts";
import { type FleetAccess, createFleetRunner } from "./fleet-runner.ts";
import { createFleetSubscribers } from "./fleet-subscribers.ts";

export interface TeamContextOptions {
  /** Its environment names the team's database, so that all who open it find the same debates. */
  readonly context: AppContext;
  readonly app: Dissent;
  readonly fleet: FleetAccess;
  readonly clock?: Clock;
  /** Called with what went wrong while waiting for an outcome to sign. */
  readonly onTrouble?: (error: unknown) => void;
}

/** Nobody's yet: each requester gets it with their own name and budget. */
export function createTeamContext({
  context,
  app,
  fleet,
  clock = systemClock,
  onTrouble = () => {},
}: TeamContextOptions): PageServerContext {
  const redact = createContextRedactor(context);
  const hub = createLiveHub();
  const signing = createOutcomeSigner(createFleetRunner(fleet, clock), app, onTrouble);
  signing.followRunning().catch(onTrouble);
  return {
    app: { ...app, watch: watchAndClearLanded(app, hub) },
    context,
    project: basename(context.root),
    hub,
    runner: signing.runner,
    follow: createFleetSubscribers({ hub, fleet, clock, redact }),
    redact,
    clock,
    budget: UNLIMITED_BUDGET,
    isShared: true,
  };
}

/** Text that is in the journal is no longer in flight; the journal's watcher says so. */
function watchAndClearLanded(app: Dissent, hub: LiveHub): Dissent["watch"] {
  return async function* (debate, from, signal) {
    for await (const event of app.watch(debate, from, signal)) {
      hub.completeTurn(debate, event);
      yield event;
    }
  };
}

// Signs the outcomes of the debates that a server sends to its fleet.
//
// CS1. An outcome is signed once it is in the journal, whichever worker reached it; signing never stops a debate.

interface OutcomeSigner {
  readonly runner: BackgroundRunner;
  /** Follows debates that ran before the server started. */
  followRunning(): Promise<void>;
}

function createOutcomeSigner(
  debateRunner: BackgroundRunner,
  app: Pick<Dissent, "watch" | "list" | "signOutcome">,
  onTrouble: (error: unknown) => void,
): OutcomeSigner {
  const closing = new AbortController();
  const followed = new Map<string, Promise<void>>();

  function follow(debate: string): void {
    if (followed.has(debate) || closing.signal.aborted) return;
    const ended = signWhenSettled(debate)
      .catch(onTrouble)
      .finally(() => void followed.delete(debate));
    followed.set(debate, ended);
  }

  async function signWhenSettled(debate: string): Promise<void> {
    for await (const { fact } of app.watch(debate, 0, closing.signal)) {
      if (fact.type !== "debate-settled") continue;
      await app.signOutcome(debate);
      return;
    }
  }

  return {
    runner: {
      ...debateRunner,
      async start(debate, taking) {
        await debateRunner.start(debate, taking);
        follow(debate);
      },
      async close() {
        closing.abort();
        await Promise.all(followed.values());
        await debateRunner.close();
      },
    },
    async followRunning() {
      for (const { id } of await app.list({ status: "running" })) follow(id);
    },
  };
}
