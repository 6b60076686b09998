import { expect, test } from "vitest";

import {
  asShownInReadme,
  README_COLUMNS,
  README_EXAMPLE,
  shownInReadme,
} from "../../scripts/write-readme.ts";
import { NO_TERMINAL, project, runInTerminal } from "../support/processes/cli.ts";

test.skipIf(NO_TERMINAL)(
  "README.md shows what the program prints; write it with: node scripts/write-readme.ts",
  async () => {
    const { stdout } = await runInTerminal(project(), ["run", README_EXAMPLE], {
      columns: README_COLUMNS,
    });

    expect(shownInReadme()).toBe(asShownInReadme(stdout));
  },
);
