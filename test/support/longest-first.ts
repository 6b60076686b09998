/**
 * The files that take longest begin first, so that no core waits in the end for one of them.
 * Vitest knows how long a file took only where it has run before; a file's size says little of it.
 */
import { basename } from "node:path";

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of more than half a minute, the longest first. */
const LONG =
  "cli-merge page-views conformance cli-verify mcp real-agents cli-look cli-bad-input cli-audit cli-protocols cli-view postgres-cli cli-memory doctor money page-live tampering page-hostile kill bundles real-conformance".split(
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
