/** Commands for pipelines. */
import type { Command } from "commander";

import { withBrief, withDebateFlags } from "./debate-flags.ts";
import type { On } from "./program.ts";

export function addGateCommand(program: Command, on: On): void {
  const gate = withBrief(program.command("gate"))
    .description("Hold a debate for a pipeline: asks nobody, and fails on what --fail-on names")
    .option("--quorum <n>", "seats that must have a live voice; built-in readers are none")
    .option("--comment <file>", "write a comment for a pull request here")
    .option("--advisory", "tell what would fail, and never fail the build");
  on(withDebateFlags(gate), async () => (await import("./commands/gate.ts")).gate);
}
