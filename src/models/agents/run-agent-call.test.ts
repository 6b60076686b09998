/** Last words of a program: one harmless line, bounded, without secrets. */
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createRedactor } from "../../text/redact.ts";
import { formatLastWords } from "./run-agent-call.ts";

const redact = createRedactor({ ANTHROPIC_API_KEY: "plain-looking-key", SHORT_KEY: "abc" }, [
  "key-of-this-call",
]);

test("escapes, control characters and line breaks are gone", () => {
  const text =
    "\u001b]0;title\u0007\u001b[31mred\u001b[0m\r\n\tand\u0000 \u202eback\u2066 again\u009b2J";

  expect(formatLastWords(text, redact)).toBe("red and back again2J");
});

test("keys are gone: of the environment, of the call, and what looks like one", () => {
  const text =
    "plain-looking-key key-of-this-call sk-ant-0123456789abcdef AIzaSyA0123456789abcdefghij " +
    "ghp_0123456789abcdefghij http://ada:secret@proxy.example:1 abc";

  expect(formatLastWords(text, redact)).toBe(
    "[redacted] [redacted] [redacted] [redacted] [redacted] http://[redacted]@proxy.example:1 abc",
  );
});

test("a key that a cut would have parted is gone whole", () => {
  for (let length = 9_580; length <= 9_620; length++) {
    const words = formatLastWords(`plain-looking-key${"\u0000".repeat(length - 17)}`, redact);

    expect("plain-looking-key".endsWith(words)).toBe(words === "");
  }
});

test("the end is kept", () => {
  const words = formatLastWords(`${"noise ".repeat(100_000)}the disk is full`, redact);

  expect(words).toMatch(/^….*the disk is full$/);
  expect(words.length).toBeLessThanOrEqual(601);
});

test("whatever was said, the line is harmless and short", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 800 }), (text) => {
      const words = formatLastWords(text, redact);
      expect(words).not.toMatch(
        /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/,
      );
      expect(words.length).toBeLessThanOrEqual(601);
      expect(words.isWellFormed()).toBe(true);
    }),
  );
});
