import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isSlug, createSlug } from "../text/slug.ts";
import { assignMarks } from "./participant.ts";

const seat = (id: string) => ({ id, name: id, role: "judge", stance: null, model: "offline" });

describe("marks of claims", () => {
  test("K16 the default judges are R, V and E", () => {
    expect(assignMarks(["risk", "value", "effort"].map(seat)).map(({ mark }) => mark)).toEqual([
      "R",
      "V",
      "E",
    ]);
  });

  test("K16 no two seats share a mark, whatever they are called and however many sit", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,6}$/), {
      minLength: 2,
      maxLength: 20,
    });
    fc.assert(
      fc.property(names, (ids) => {
        const marks = assignMarks(ids.map(seat)).map(({ mark }) => mark);

        expect(new Set(marks).size).toBe(ids.length);
        expect(marks.every((mark) => /^[A-Z]{1,2}$/.test(mark))).toBe(true);
      }),
    );
  });

  test("K16 a seat that is added at the end changes no mark before it", () => {
    const ids = ["risk", "value", "effort", "reach", "rollout"];
    const before = assignMarks(ids.slice(0, 3).map(seat)).map(({ mark }) => mark);

    expect(
      assignMarks(ids.map(seat))
        .slice(0, 3)
        .map(({ mark }) => mark),
    ).toEqual(before);
  });
});

describe("slugs", () => {
  test("K17 whatever the text, its slug is a slug or nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const slug = createSlug(text);

        expect(slug === "" || isSlug(slug)).toBe(true);
        expect(slug).toMatch(/^[a-z0-9-]{0,40}$/);
        expect(createSlug(slug)).toBe(slug);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    "",
    "-",
    "a-",
    "-a",
    "a--b",
    "A",
    "a b",
    "a/b",
    "..",
    "con",
    "nul",
    "com1",
    "lpt9",
    "é",
    "a\n",
    "a".repeat(65),
  ])("K17 %j is no slug", (text) => {
    expect(isSlug(text)).toBe(false);
  });

  test.each([
    ["Should we ship v2?", "should-we-ship-v2"],
    ["Über Größe, naïve", "uber-gro-e-naive"],
    ["the crew's app", "the-crews-app"],
    ["../../etc/passwd", "etc-passwd"],
    ["$(rm -rf /)", "rm-rf"],
    ["CON", ""],
    ["日本", ""],
  ])("K17 %j becomes %j", (text, slug) => {
    expect(createSlug(text)).toBe(slug);
  });
});
