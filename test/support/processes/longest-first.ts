/**
 * The files that take longest begin first, so that no core waits in the end for one of them.
 * Vitest knows how long a file took only where it has run before; a file's size says little of it.
 */
import { basename } from "node:path";

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of more than half a minute, the longest first. */
const LONG =
  "serve-own fuzz-markdown random-roundtable conformance fleet-crashes fleet-engine cli-merge real-agents local-postgres mcp real-conformance fleet-kills fleet-troubles page-views page-seats page-long serve doctor random-merge cli-bad-input package agents kill mutants cli-width".split(
    " ",
  );

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONG.indexOf(basename(moduleId, ".test.ts"));
      return found === -1 ? LONG.length : found;
    };
    const rest = await super.sort(files);
    return rest.toSorted((one, other) => place(one) - place(other));
  }
}
