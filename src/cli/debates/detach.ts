/** Starts a debate in its own process, and returns once the debate's id is known. */
import { spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { prepareDissentFolder } from "../../app/project/dissent-folder.ts";
import { SetupError } from "../../errors.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-codes.ts";
import { printJsonLine } from "./report-run-result.ts";

/** What the process reports to its parent. */
export interface DetachedLaunch {
  readonly event: "launch";
  readonly debate: string;
}

const DETACH_LAUNCHER = fileURLToPath(new URL("../../../bin/dissent.js", import.meta.url));

/** The exit code: 0 once the debate runs, or what the process ended with before that. */
export async function runDetached(cli: CliContext): Promise<number> {
  if (cli.args.includes("-")) {
    throw new SetupError("usage", "--detach cannot read standard input.", {
      hint: "Write the brief to a file first.",
    });
  }
  const dir = join(prepareDissentFolder(cli.root), "detached");
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const stem = join(dir, `${new Date().toISOString().replaceAll(/[:.]/g, "-")}-${process.pid}`);
  const log = `${stem}.ndjson`;
  const args = cli.args.filter((word) => word !== "--detach" && word !== "--json");
  const child = spawn(process.execPath, [DETACH_LAUNCHER, "--json", ...args], {
    detached: true,
    cwd: process.cwd(),
    // not `session.env`: the process reads its own
    env: process.env,
    stdio: ["ignore", openSync(log, "wx", 0o600), openSync(`${stem}.log`, "wx", 0o600), "ipc"],
  });
  const outcome = await new Promise<DetachedLaunch | number>((resolve, reject) => {
    child.once("message", (message) => resolve(message as DetachedLaunch));
    child.once("exit", (code) => resolve(code ?? EXIT.defect));
    child.once("error", reject);
  });
  if (typeof outcome === "number") {
    cli.stderr.write(readFileSync(`${stem}.log`, "utf8"));
    if (cli.flags.json) cli.stdout.write(readFileSync(log, "utf8"));
    return outcome;
  }
  child.disconnect();
  child.unref();
  printDetachedLaunch(cli, { debate: outcome.debate, pid: child.pid ?? 0, log });
  return EXIT.decided;
}

function printDetachedLaunch(
  cli: CliContext,
  { debate, pid, log }: { debate: string; pid: number; log: string },
): void {
  const path = relative(cli.cwd, log);
  if (cli.flags.json) {
    printJsonLine(cli, { event: "launch", debate, pid, log: path });
    return;
  }
  cli.stdout.write(`${debate}\n`);
  cli.stderr.write(`Runs in the background as process ${pid}. dissent show ${debate} --follow\n`);
}
