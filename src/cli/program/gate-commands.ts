/** Commands for pipelines. */
import type { Command } from "commander";

import { addBriefArguments, addDebateFlags } from "./debate-flags.ts";
import type { BindCommand } from "./program.ts";

const FAIL_ON_HELP =
  "what fails the build, contested,degraded without it: contested, dissent, degraded, low-confidence, open-challenge, capitulation, blind-seat";

export function addGateCommand(program: Command, on: BindCommand): void {
  const gate = addBriefArguments(program.command("gate"))
    .description("Hold a debate for a pipeline: asks nobody, and fails on what --fail-on names")
    .option("--quorum <n>", "seats that must have a live voice; built-in readers are none")
    .option("--comment <file>", "write a comment for a pull request here")
    .option("--advisory", "tell what would fail, and never fail the build");
  const whole = addDebateFlags(gate);
  const failOn = whole.options.find(({ long }) => long === "--fail-on");
  if (failOn) failOn.description = FAIL_ON_HELP;
  on(whole, async () => (await import("../commands/gate.ts")).runGateCommand);
}
