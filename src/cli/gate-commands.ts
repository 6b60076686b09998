/** Commands for pipelines. */
import type { Command } from "commander";

import type { On } from "./program.ts";

export function addGateCommand(
  program: Command,
  on: On,
  withDebateFlags: (command: Command) => Command,
): void {
  const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];
  const gate = program
    .command("gate")
    .description("Hold a debate for a pipeline: asks nobody, and fails on what --fail-on names")
    .argument("<brief>", "brief file, question, or -")
    .option("-p, --protocol <name>", "the rules to debate by")
    .option("--option <text>", 'an option, "A: text"; repeat it', collect)
    .option("--consensus <share>", "share of votes that carries: 2/3, 67%, 0.67")
    .option("--quorum <n>", "seats that must have a live voice; built-in readers are none")
    .option("--comment <file>", "write a comment for a pull request here")
    .option("--advisory", "tell what would fail, and never fail the build");
  on(withDebateFlags(gate), async () => (await import("./commands/gate.ts")).gate);
}
