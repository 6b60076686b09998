/** The page of a debate that runs in this terminal: served while it runs, and in a terminal until Ctrl-C. */
import type { JoinedRun } from "../../app/commands/background-runner.ts";
import type { Dissent } from "../../dissent.ts";
import { findSettlement } from "../../domain/journal/event.ts";
import { createProjectContext } from "../../server/page-server-context.ts";
import { formatDebatePath } from "../../server/page-server.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-codes.ts";
import { type TerminalRunOptions, reportRunResult } from "./report-run-result.ts";
import {
  openPathInBrowser,
  printPageDefect,
  startPageServer,
  waitForInterrupt,
} from "./serve-page.ts";

export interface OpenDebatePage {
  readonly url: string;
  /** Lets the page follow and steer the debate while the terminal runs it. */
  join(steer: { readonly pause: () => void; readonly drop: () => void }): JoinedRun;
}

type PageRunRequest = TerminalRunOptions & { readonly debate: string };

export async function runWithPage(
  cli: CliContext,
  app: Dissent,
  { request, hold }: { request: PageRunRequest; hold: (page: OpenDebatePage) => Promise<number> },
): Promise<number> {
  const { debate } = request;
  const onTrouble = (_: string, error: unknown): void => printPageDefect(cli, error);
  const serverContext = createProjectContext(cli, app, { onTrouble });
  const server = await startPageServer(cli, { server: serverContext });
  const url = server.formatPageUrl(formatDebatePath(debate));
  let pausedThere = false;
  try {
    if (!cli.flags.json) cli.stderr.write(`Page        ${url}\n`);
    openPathInBrowser(cli, server, formatDebatePath(debate));
    const exit = await hold({
      url,
      join: ({ pause, drop }) =>
        serverContext.runner.join(debate, {
          drop,
          pause() {
            pausedThere = true;
            pause();
          },
        }),
    });
    // a person who pressed Ctrl-C wants to leave
    const stays = exit !== EXIT.interrupted || pausedThere;
    if (!stays || cli.stderr.isTTY !== true) return exit;
    const before = findSettlement((await app.read(debate)).events);
    cli.stderr.write(`The page stays open until Ctrl-C: ${url}\n`);
    await waitForInterrupt(cli, server);
    return before ? exit : await computeLaterExit(cli, app, { request, exit });
  } finally {
    await server.close();
  }
}

/** What waited or was paused may have ended on the page; then it ends here as it would have. */
async function computeLaterExit(
  cli: CliContext,
  app: Dissent,
  { request: { debate, ...flags }, exit }: { request: PageRunRequest; exit: number },
): Promise<number> {
  const settled = findSettlement((await app.read(debate)).events);
  if (!settled) return exit;
  const holding = { status: "settled", outcome: settled.outcome } as const;
  return reportRunResult(cli, app, { holding, debate, flags });
}
