import { expect, test } from "vitest";

import { fakeClock } from "../../../../test/support/time/fake-clock.ts";
import { trackInProgressWork } from "./launch-workflow-engine.ts";

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
