/**
 * The files that take longest begin first, so that no core waits in the end for one of them.
 * Vitest knows how long a file took only where it has run before; a file's size says little of it.
 */
import { basename } from "node:path";

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of more than half a minute, the longest first. */
const LONG =
  "cli-bad-input serve-own cli-merge cli-verify real-agents tampering serve mcp kill cli-look fleet-kills fleet-crashes cli-memory money page-views cli-audit fleet-troubles conformance cli-protocols fleet-engine doctor cli-anonymous cli-view postgres-cli real-conformance fleet-leaving page-hostile tokens-cli fleet-bars bundles page-live serve-page agents page-speed second-verifier".split(
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
