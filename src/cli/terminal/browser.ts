/** Opens a page in the person's browser, where there is a person and a browser. */
import { spawn } from "node:child_process";

import type { CliContext } from "../cli-context.ts";

/** False where nobody looks at this machine's screen: no terminal, or one from afar. */
export function hasBrowser({ stderr, env }: Pick<CliContext, "stderr" | "env">): boolean {
  if (stderr.isTTY !== true || env["CI"]) return false;
  if (env["SSH_CONNECTION"] || env["SSH_TTY"]) return false;
  return process.platform !== "linux" || Boolean(env["DISPLAY"] ?? env["WAYLAND_DISPLAY"]);
}

/** Whether it works is for the person to see; the address was printed. */
export function openUrlInBrowser(url: string): void {
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
