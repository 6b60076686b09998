import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { listTextHashes, packOrder, unpackOrder } from "./order-texts.ts";

const MARK = "\u0000text:";
const DIGEST = "0".repeat(64);

/** Texts that could be taken for something else: marks, halves of characters, NUL, escapes, very long ones. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  // any sixteen bits, so that halves of characters are among them
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    MARK,
    `${MARK}${DIGEST}`,
    `\\u0000text:${DIGEST}`,
    `"${MARK}${DIGEST}"`,
    "\\",
    "\u0000",
    "\ud800",
    "__proto__",
  ),
  fc.string().map((end) => `${MARK}${end}`),
  fc
    .tuple(fc.string({ unit: "binary", minLength: 1 }), fc.integer({ min: 1, max: 4_000 }))
    .map(([unit, times]) => unit.repeat(times)),
);

/** V8 13.6 takes an escaped name of a field for one that begins with a backslash, if it has just read such a one. */
const name = text.filter((one) => !one.startsWith("\\"));

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4 }),
  ),
}));

function sent(given: unknown): unknown {
  const { body, texts } = packOrder(given);
  const named = listTextHashes(body);
  expect([...texts.keys()].filter((sha256) => !named.includes(sha256))).toEqual([]);
  return unpackOrder(
    body,
    new Map(named.map((sha256) => [sha256, texts.get(sha256) ?? "missing"])),
  );
}

describe("an order without its long texts", () => {
  test("FK1 whatever is packed comes out the same", () => {
    fc.assert(
      fc.property(value, (given) => {
        // as JSON carries it: that is what every order goes through anyway
        expect(JSON.stringify(sent(given))).toBe(JSON.stringify(given));
      }),
      { numRuns: 500 },
    );
  });

  test("FK1 a text of a megabyte, half characters and all, is kept apart once however often it is used", () => {
    const long = `\ud83d\u0000"\\ ${"ż🦉".repeat(170_000)}\udc00`;
    const { body, texts } = packOrder({ prompt: [long, { again: long }], long });

    expect(long.length).toBeGreaterThan(500_000);
    expect([...texts.values()]).toEqual([long]);
    expect(body.length).toBeLessThan(400);
    expect(unpackOrder(body, texts)).toEqual({ prompt: [long, { again: long }], long });
  });

  test("a text that was lost is said to be missing, and nothing is put in its place", () => {
    const { body } = packOrder("x".repeat(5_000));

    expect(() => unpackOrder(body, new Map())).toThrow("A text of the order is missing.");
  });
});
