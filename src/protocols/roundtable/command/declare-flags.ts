/** The flags of `dissent run` that only a roundtable has. */
import type { Command } from "commander";

import { collectRepeatedFlag } from "../../../cli/program/debate-flags.ts";

export function addRoundtableFlags(run: Command): Command {
  return run
    .option(
      "--specialists <list>",
      "roundtable: comma-separated further specialists",
      collectRepeatedFlag,
    )
    .option(
      "--mandatory <list>",
      "roundtable: comma-separated seats that must agree",
      collectRepeatedFlag,
    );
}
