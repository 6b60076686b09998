import { describe, expect, test } from "vitest";

import { redactor } from "./redact.ts";
import { spoken } from "./spoken.ts";

const KEY = "sk-ant-0123456789abcdefghij";
const redact = redactor({ SOME_API_KEY: KEY });

/** What a page was told of a speech that came in these pieces. */
function told(pieces: readonly string[]): string {
  const words = spoken(redact);
  return pieces
    .map((text) =>
      words.hear("x-1", { type: "text-heard", key: "openings/risk", by: "risk", text }),
    )
    .map((event) => (event?.type === "text-heard" ? event.text : ""))
    .join("");
}

describe("L1 no key is told, however it is cut", () => {
  test("at every place", () => {
    const speech = `The key is ${KEY} and that is all. `;
    for (let first = 0; first <= speech.length; first++) {
      for (let second = first; second <= speech.length; second++) {
        const pieces = [speech.slice(0, first), speech.slice(first, second), speech.slice(second)];

        expect(told(pieces)).toBe("The key is [redacted] and that is all. ");
      }
    }
  });

  test("letter by letter, inside a long run without spaces", () => {
    const run = "a".repeat(5_000);
    const shown = told(Array.from(`${run}${KEY}${run} end `));

    expect(shown).toBe(`${run}[redacted]${run} end `);
  });

  test("nor by whoever comes late", () => {
    const words = spoken(redact);
    const key = "openings/risk";
    for (const text of Array.from(`It is ${KEY.slice(0, -1)}`)) {
      words.hear("x-1", { type: "text-heard", key, by: "risk", text });
    }

    expect(JSON.stringify(words.soFar("x-1"))).not.toContain("sk-ant");
    expect(words.soFar("x-1").at(-1)).toMatchObject({ text: "It is " });
  });

  test("nor by a try that failed", () => {
    const failed = {
      type: "try-failed",
      key: "openings/risk",
      by: "risk",
      tries: 1,
      delayMs: 5,
    } as const;
    const event = spoken(redact).hear("x-1", { ...failed, reason: `401 for ${KEY}` });

    expect(event).toEqual({ ...failed, reason: "401 for [redacted]" });
  });
});

test("words without spaces between them are shown as they come", () => {
  expect(told(["同期の", "不具合は"])).toBe("同期の不具合は");
});

test("a turn that landed, or was put again, leaves nothing behind", () => {
  const words = spoken(redact);
  const turn = { key: "openings/risk", by: "risk" };
  words.hear("x-1", { type: "text-heard", ...turn, text: "half an answer " });
  words.hear("x-1", { type: "try-failed", ...turn, reason: "reset", tries: 1, delayMs: 5 });

  expect(words.soFar("x-1").map(({ type }) => type)).toEqual(["turn-started", "try-failed"]);
  words.land("x-1", {
    sequence: 3,
    atMs: 0,
    previous: "",
    hash: "",
    fact: { type: "answer-awaited", ...turn, attempt: 1 },
  });
  expect(words.soFar("x-1")).toEqual([]);
});
