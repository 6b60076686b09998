/** The flags of `dissent run` that only a roundtable has. */
import type { Command } from "commander";

import { collectRepeatedFlag } from "../../../cli/program/debate-flags.ts";

export function addRoundtableFlags(run: Command): Command {
  return run
    .option(
      "--specialists <list>",
      "roundtable: further specialists, by commas",
      collectRepeatedFlag,
    )
    .option(
      "--mandatory <list>",
      "roundtable: who must be content, by commas",
      collectRepeatedFlag,
    );
}
