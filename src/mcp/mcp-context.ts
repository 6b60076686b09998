/** The context of every host call: the project, the debates that run here, and the sealed questions to its user. */
import { type AppContext, openExistingApp } from "../app/app-context.ts";
import type { Clock } from "../clock.ts";
import type { Dissent } from "../dissent.ts";
import type { McpBackgroundRunner } from "./background-runner.ts";
import type { QuestionSeal } from "./question-seal.ts";

export interface McpContext {
  readonly context: AppContext;
  readonly runner: McpBackgroundRunner;
  readonly seal: QuestionSeal;
  readonly clock: Clock;
  readonly version: string;
  /** Takes keys out of whatever leaves. */
  readonly redact: (text: string) => string;
  /** The address of a debate's page, where a page server runs. */
  readonly pageOf: (debate: string) => string | null;
}

/** Whoever opened a debate over MCP did so through an agent, and it may be continued for one. */
const OPENED_OVER_MCP = " over MCP";

export function formatMcpOpener({ person }: AppContext): string {
  return `${person}${OPENED_OVER_MCP}`;
}

export function wasOpenedOverMcp({ by }: { readonly by: string }): boolean {
  return by.endsWith(OPENED_OVER_MCP);
}

// The project's debates for as long as one call needs them.

/** Looking never makes a database; where there is none, that is said. */
export async function useProjectDebates<Result>(
  { context }: McpContext,
  use: (app: Dissent) => Promise<Result>,
): Promise<Result> {
  const app = openExistingApp(context);
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}
