import { expect, test } from "vitest";

import { createQuietLogger } from "./load-workflow-engine.ts";

test("what the engine repeats is said once a minute, in one line; the rest is not said", () => {
  const said: string[] = [];
  let nowMs = 0;
  const logger = createQuietLogger(
    (line) => said.push(line),
    () => nowMs,
  );

  logger.info("all is well");
  for (let n = 0; n < 100; n++) logger.error(new Error(`connect ECONNREFUSED port ${n}\n  at x`));
  logger.warn("another matter");
  nowMs = 60_000;
  logger.error("connect ECONNREFUSED port 7");

  expect(said).toEqual([
    "connect ECONNREFUSED port 0",
    "another matter",
    "connect ECONNREFUSED port 7",
  ]);
});
