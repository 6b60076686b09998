/** What a server works with: the debates of a project or a team, or one read-only debate from a file. */
import { basename } from "node:path";

import { type AppContext, createContextRedactor } from "../app/app-context.ts";
import {
  type BackgroundRunner,
  createBackgroundRunner,
} from "../app/commands/background-runner.ts";
import type { CommandContext } from "../app/commands/command-context.ts";
import { UNLIMITED_BUDGET } from "../app/commands/spending-budget.ts";
import { type Clock, systemClock } from "../clock.ts";
import { type Dissent, dissent } from "../dissent.ts";
import { SetupError } from "../errors.ts";
import type { JournalFile } from "../stores/journal-file.ts";
import { memoryStore } from "../stores/memory.ts";
import {
  type LiveHub,
  createLiveHub,
  type FollowLiveDebate,
  createLiveSubscribers,
} from "./live-hub.ts";
import { RequestRefusal } from "./refusal.ts";

export interface PageServerContext extends Omit<CommandContext, "context"> {
  /** Null where nothing can be done. */
  readonly context: AppContext | null;
  /** What the place is called. */
  readonly project: string;
  readonly hub: LiveHub;
  readonly runner: BackgroundRunner;
  readonly follow: FollowLiveDebate;
  readonly redact: (text: string) => string;
}

/** For the acting person. */
export function requireCommandContext(server: PageServerContext): CommandContext {
  const { context } = server;
  if (context) return { ...server, context };
  throw new RequestRefusal(
    "read-only",
    "This comes from a file, so it can only be looked at.",
    "Open the project's own debates: dissent view",
  );
}

// The two places a server can show: a project's debates, and a debate from a file.

interface PageServerContextOptions {
  readonly clock?: Clock;
  /** What went wrong with a debate while nobody waited for it. */
  readonly onTrouble?: (debate: string, error: unknown) => void;
}

export function createProjectContext(
  context: AppContext,
  app: Dissent,
  setting: PageServerContextOptions = {},
): PageServerContext {
  const redact = createContextRedactor(context);
  return createPageServerContext({
    app,
    context,
    redact,
    project: basename(context.root),
    ...setting,
  });
}

/** From memory only, and nothing can be done with it. */
export async function createFileContext(
  file: JournalFile,
  { shown, ...setting }: PageServerContextOptions & { readonly shown: string },
): Promise<{ readonly server: PageServerContext; readonly debate: string }> {
  const app = dissent({
    store: memoryStore(),
    modelFor: async (reference) => {
      throw new SetupError("unknown-model", `No one can be asked here, so not ${reference}.`);
    },
  });
  const debate = await app.importJournal(file);
  const redact = (text: string): string => text;
  return {
    server: createPageServerContext({ app, context: null, redact, project: shown, ...setting }),
    debate,
  };
}

function createPageServerContext(
  setting: PageServerContextOptions &
    Pick<PageServerContext, "app" | "context" | "redact" | "project">,
): PageServerContext {
  const { app, context, redact, project, clock = systemClock, onTrouble } = setting;
  const hub = createLiveHub();
  const runner = createBackgroundRunner({ app, hub, redact, ...(onTrouble && { onTrouble }) });
  const follow = createLiveSubscribers({ hub, runner, clock });
  const own = { budget: UNLIMITED_BUDGET, isShared: false };
  return { app, context, project, hub, runner, follow, redact, clock, ...own };
}
