/** Serves the page from this process, until Ctrl-C. */
import { spawn } from "node:child_process";

import { createContextRedactor } from "../../app/app-context.ts";
import { prepareDissentFolder } from "../../app/project/dissent-folder.ts";
import { createPageBundleSource } from "../../page/page-bundle.ts";
import type { PageServerContext } from "../../server/page-server-context.ts";
import { type PageServer, createPageServer } from "../../server/page-server.ts";
import { createPageToken, keptToken } from "../../server/token.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT, formatErrorMessage } from "../exit-codes.ts";

export interface PageServeOptions {
  readonly server: PageServerContext;
  readonly port?: number | undefined;
}

/** What is shown from memory leaves nothing behind; a project keeps its token, so that pages outlive a restart. */
export async function startPageServer(
  cli: CliContext,
  { server: serverContext, port }: PageServeOptions,
): Promise<PageServer> {
  const token =
    serverContext.context === null ? createPageToken() : keptToken(prepareDissentFolder(cli.root));
  const loadBundle = createPageBundleSource();
  // a page that cannot be built is reported here, before anyone opens it
  await loadBundle("home");
  return createPageServer({
    server: serverContext,
    loadBundle,
    token,
    port,
    onDefect: (error) => printPageDefect(cli, error),
  });
}

/** What a page may only be told to look up here (K17). */
export function printPageDefect(cli: CliContext, error: unknown): void {
  cli.stderr.write(createContextRedactor(cli)(formatErrorMessage(error)));
}

export function openPathInBrowser(cli: CliContext, server: PageServer, path: string): void {
  if (hasBrowser(cli)) openUrlInBrowser(server.createOneTimeUrl(path));
}

/** Resolves at Ctrl-C. The page's debates pause first; another Ctrl-C cancels their turns in flight. */
export async function waitForInterrupt(cli: CliContext, server: PageServer): Promise<void> {
  const over = Promise.withResolvers<void>();
  let times = 0;
  const interrupt = (): void => {
    times++;
    if (times === 3) process.exit(EXIT.interrupted);
    if (times === 1 && server.hasRunningDebates()) {
      cli.stderr.write("Pausing after the turns in flight. Ctrl-C again drops them.\n");
    }
    server.close().then(over.resolve, over.reject);
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    await over.promise;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

// Opens a page in the person's browser, where there is a person and a browser.

/** False if this machine's screen is not in use: no terminal, or one from afar. */
function hasBrowser({ stderr, env }: Pick<CliContext, "stderr" | "env">): boolean {
  if (stderr.isTTY !== true || env["CI"]) return false;
  if (env["SSH_CONNECTION"] || env["SSH_TTY"]) return false;
  return process.platform !== "linux" || Boolean(env["DISPLAY"] ?? env["WAYLAND_DISPLAY"]);
}

/** Whether it works is for the person to see; the address was printed. */
function openUrlInBrowser(url: string): void {
  const [program, ...args] = BROWSER_OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

const BROWSER_OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> =
  {
    darwin: ["open"],
    // not through cmd, which would read the address as a command line
    win32: ["rundll32", "url.dll,FileProtocolHandler"],
  };
