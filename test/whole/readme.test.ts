import { expect, test } from "vitest";

import {
  README_ARGS,
  README_COLUMNS,
  readReadmePicture,
  showScreenText,
} from "../../scripts/write-readme.ts";
import { NO_TERMINAL, project, runInTerminal, SOURCE_BIN } from "../support/processes/cli.ts";

test.skipIf(NO_TERMINAL)(
  "README.md's picture shows what the program prints; write it with: node scripts/write-readme.ts",
  async () => {
    const { stdout } = await runInTerminal(project(), README_ARGS, {
      columns: README_COLUMNS,
      // as it is run in a clone
      bin: SOURCE_BIN,
    });

    expect(readReadmePicture()).toEqual(showScreenText(stdout));
  },
);
