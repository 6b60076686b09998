/** Commands for pipelines. */
import type { Command } from "commander";

import {
  addBriefArguments,
  addDebateFlags,
  COMMON_RUN_FLAGS,
  GATE_NAMES,
  showOnlyCommonFlags,
} from "./debate-flags.ts";
import type { BindCommand } from "./program.ts";

const FAIL_ON_HELP = `what fails the build, contested,degraded by default: contested, ${GATE_NAMES}`;

export function addGateCommand(program: Command, on: BindCommand): void {
  const gate = addBriefArguments(program.command("gate"))
    .description("Run a debate in a pipeline and fail the build")
    .option("--quorum <n>", "seats that must answer; built-in readers don't count")
    .option("--comment <file>", "write a comment for a pull request here")
    .option("--advisory", "report what would fail, but never fail the build");
  const whole = addDebateFlags(gate);
  const failOn = whole.options.find(({ long }) => long === "--fail-on");
  if (failOn) failOn.description = FAIL_ON_HELP;
  showOnlyCommonFlags(whole, [...COMMON_RUN_FLAGS, "quorum", "comment", "advisory"]);
  on(whole, async () => (await import("../commands/gate.ts")).runGateCommand);
}
