import { expect, test } from "vitest";

import { fakeClock } from "../../../../test/support/time/fake-clock.ts";
import { createQuietLogger, trackInProgressWork } from "./workflow-engine.ts";

test("FO2 what is under way is known however long it takes, and for a while after", async () => {
  const clock = fakeClock();
  const book = trackInProgressWork(clock);
  const { promise, resolve } = Promise.withResolvers<string>();
  const long = book.track("long", () => promise);
  const failed = book.track("failed", () => Promise.reject(new Error("a defect")));
  await expect(failed).rejects.toThrow("a defect");
  clock.advance(3_600_000);

  expect(book.listRecentNames()).toEqual(["long"]);
  resolve("done");
  expect(await long).toBe("done");
  clock.advance(180_000);
  expect(book.listRecentNames()).toEqual(["long"]);
  clock.advance(1);
  expect(book.listRecentNames()).toEqual([]);
});

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
