import { expect, test } from "vitest";

import { createLiveTextBuffer } from "./live-text-buffer.ts";

const turn = { key: "openings/risk", by: "risk" };

test("whoever comes late is told all that was said in the turn under way", () => {
  const words = createLiveTextBuffer();
  for (const text of ["one ", "two"])
    words.recordLiveEvent("x-1", { type: "text-heard", ...turn, text });

  expect(words.listLiveEvents("x-1")).toEqual([
    { type: "turn-started", ...turn, repair: false },
    { type: "text-heard", ...turn, text: "one two" },
  ]);
});

test("a turn that landed, or was put again, leaves nothing behind", () => {
  const words = createLiveTextBuffer();
  words.recordLiveEvent("x-1", { type: "text-heard", ...turn, text: "half an answer " });
  words.recordLiveEvent("x-1", {
    type: "try-failed",
    ...turn,
    reason: "reset",
    tries: 1,
    delayMs: 5,
  });

  expect(words.listLiveEvents("x-1").map(({ type }) => type)).toEqual([
    "turn-started",
    "try-failed",
  ]);
  words.completeTurn("x-1", {
    sequence: 3,
    atMs: 0,
    previous: "",
    hash: "",
    fact: { type: "answer-awaited", ...turn, attempt: 1 },
  });
  expect(words.listLiveEvents("x-1")).toEqual([]);
});
