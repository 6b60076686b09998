import { describe, expect, test } from "vitest";

import type { Event, Fact } from "../../domain/journal/event.ts";
import { createTerminalStyle } from "../terminal/terminal-style.ts";
import { type EventNarrator, createPlainNarrator, createTerminalNarrator } from "./narrator.ts";

const style = createTerminalStyle({ write: () => true }, {});

const createTestEvent = (fact: Fact): Event => ({
  sequence: 1,
  atMs: 0,
  fact,
  previous: "",
  hash: "",
});

function told(narrator: EventNarrator, fact: Fact): string {
  return narrator
    .tell(createTestEvent(fact))
    .filter((line) => line !== "")
    .join("\n");
}

const absent: Fact = {
  type: "participant-absent",
  key: "openings/risk",
  by: "risk",
  reason: "unavailable",
  detail: "acme answered 500",
  raw: null,
  called: true,
  speaker: { provider: "acme", requested: "acme/large", served: null, version: null },
  usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
  latencyMs: 1,
};

describe("why something stopped is said once, in words that follow each other", () => {
  test.each([
    [{ reason: "interrupted", detail: "paused" }, " on request"],
    [
      { reason: "interrupted", detail: "dropped" },
      " on request; turns in flight were dropped and will be asked again",
    ],
    [
      { reason: "limit", detail: "calls: the next call could reach 5 of 4" },
      ": calls: the next call could reach 5 of 4",
    ],
    [{ reason: "failed", detail: "acme refused the key" }, ": acme refused the key"],
  ] as const)("a pause, %o", (pause, words) => {
    const fact: Fact = { type: "debate-paused", ...pause };

    expect(told(createPlainNarrator({ style }), fact)).toBe(`paused${words}`);
    expect(told(createTerminalNarrator({ style, formatTitle: (step) => step }), fact)).toBe(
      `Paused${words}`,
    );
  });

  test("an absence", () => {
    expect(told(createPlainNarrator({ style }), absent)).toBe(
      "r0 risk         was unavailable: acme answered 500",
    );
  });
});
