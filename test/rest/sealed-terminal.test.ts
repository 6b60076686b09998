/** K1 for people on the terminal: a step that a person still has to answer shows nothing of the others' answers. */
import { describe, expect, test } from "vitest";

import { PROTOCOL_NAMES } from "../../src/protocols/names.ts";
import { served } from "../support/page/page-server.ts";
import { expectSealed, waitingDebate } from "../support/page/sealed-debates.ts";
import { run } from "../support/processes/cli.ts";

describe.each(PROTOCOL_NAMES)("K1 %s", (protocol) => {
  test("the terminal keeps it back too", async () => {
    const all = await served();
    const waiting = await waitingDebate(all, protocol);
    const { root: dir, homeDir: home } = all.desk;
    for (const args of [
      ["show", waiting.id],
      ["show", waiting.id, "--json", "--claims"],
      ["audit", waiting.id],
      ["watch", waiting.id],
      ["watch", waiting.id, "--json"],
      ["report", waiting.id],
      ["diff", waiting.id, waiting.id, "--json"],
    ]) {
      const { stdout, stderr } = await run({ dir, home }, args);

      expect(stdout + stderr, args.join(" ")).not.toBe("");
      expectSealed(stdout + stderr, waiting, args.join(" "));
    }
  }, 120_000);
});
