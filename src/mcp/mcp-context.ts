/** The context of every host call: the project, the debates that run here, and the sealed questions to its user. */
import { type AppContext, openExistingApp, openProjectApp } from "../app/app-context.ts";
import { type LocalRunner, createBackgroundRunner } from "../app/commands/background-runner.ts";
import { writeResults } from "../app/results/write-results.ts";
import type { Clock } from "../clock.ts";
import type { Dissent } from "../dissent.ts";
import { DissentError } from "../errors.ts";
import type { QuestionSeal } from "./question-seal.ts";

export interface McpContext {
  readonly context: AppContext;
  readonly runner: LocalRunner;
  readonly seal: QuestionSeal;
  readonly clock: Clock;
  readonly version: string;
  /** Takes keys out of whatever leaves. */
  readonly redact: (text: string) => string;
  /** The address of a debate's page, where a page server runs. */
  readonly formatPageUrl: (debate: string) => string | null;
}

/** A debate opened over MCP was opened by an agent, and may be continued for one. */
const OPENED_OVER_MCP = " over MCP";

export function formatMcpOpener({ person }: AppContext): string {
  return `${person}${OPENED_OVER_MCP}`;
}

export function wasOpenedOverMcp({ by }: { readonly by: string }): boolean {
  return by.endsWith(OPENED_OVER_MCP);
}

// The project's debates for as long as one call needs them.

/** Reading never creates a database; if there is none, that is reported. */
export function useProjectDebates<Result>(
  { context }: Pick<McpContext, "context">,
  use: (app: Dissent) => Promise<Result>,
): Promise<Result> {
  return useApp(openExistingApp(context), use);
}

/** What a tool opens is made where it is not there yet. */
export async function useApp<Result>(
  app: Dissent,
  use: (app: Dissent) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}

/**
 * The debates that go on while calls come and go. Each run opens the project anew, so that it sees the keys and
 * endpoints of its time.
 *
 * MK3. What a debate leaves on disk is what the command line would leave.
 */
export function createMcpRunner(context: AppContext, log: (line: string) => void): LocalRunner {
  return createBackgroundRunner({
    app: {
      run: async (request) =>
        useApp(openProjectApp(context), async (app) => {
          const result = await app.run(request);
          if (result.status !== "settled") return result;
          const record = await app.read(request.debate);
          const { warnings } = await writeResults(context, record, { outs: [] });
          for (const warning of warnings) log(`${request.debate}: ${warning}`);
          return result;
        }),
      list: async (query) => useProjectDebates({ context }, (app) => app.list(query)),
    },
    // a status is redacted when it is sent
    redact: (text) => text,
    unattended: true,
    defectNotice: "It stopped by a defect; the server's log says more.",
    onTrouble(debate, error) {
      log(`${debate}: ${error instanceof DissentError ? error.message : formatDefect(error)}`);
    },
  });
}

function formatDefect(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
