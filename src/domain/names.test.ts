import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isSlug, createSlug } from "../text/slug.ts";
import { assignMarks, assignSeatMarks } from "./participant.ts";

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

describe("marks of claims by seat", () => {
  const list = (ids: string[], taken: string[] = []) =>
    assignSeatMarks(ids.map(seat), taken).map(({ mark }) => mark);

  test("K16 claims are called after their seat, and never like a seat, an option or a source", () => {
    expect(list(["risk", "value"])).toEqual(["risk-", "value-"]);
    expect(list(["risk", "risk-1"])).toEqual(["risk-c", "risk-1-"]);
    expect(list(["adr", "ops"], ["adr-12", "ops-notes"])).toEqual(["adr-c", "ops-"]);
  });

  test("K16 R2 a seat called like the ids of an anonymous exchange has others", () => {
    expect(list(["claim", "voice", "risk"])).toEqual(["claim-c", "voice-c", "risk-"]);
  });

  test("K16 no claim id of any seat equals another one", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9]{0,2}(-\d)?$/), {
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(names, (ids) => {
        const claims = list(ids).flatMap((mark) => [1, 2, 12].map((number) => `${mark}${number}`));

        expect(new Set([...claims, ...ids]).size).toBe(claims.length + ids.length);
      }),
    );
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
