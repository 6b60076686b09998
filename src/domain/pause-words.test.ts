import { expect, test } from "vitest";

import { describePause } from "./pause-words.ts";

test.each([
  ["paused", "Paused on request"],
  ["", "Paused on request"],
  ["dropped", "Paused on request; turns in flight were dropped and will be asked again"],
  ["no worker had taken it", "Paused: no worker had taken it"],
])("a pause recorded as %j reads well after the word itself", (detail, told) => {
  expect(`Paused${describePause(detail)}`).toBe(told);
});
