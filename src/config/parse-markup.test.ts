import { describe, expect, test } from "vitest";

import { SetupError } from "../errors.ts";
import { parseMarkup } from "./parse-markup.ts";
import { formatSourcePosition } from "./source-position.ts";

function parse(text: string, file = "x.yaml") {
  return parseMarkup(text, { file, code: "bad-config" });
}

function refusal(text: string, file = "x.yaml"): string {
  try {
    parse(text, file);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    expect(error.message).not.toContain("\n");
    expect(error.hint).toMatch(/^[A-Z][^\n]*\.\n/);
    return error.message;
  }
  throw new Error("It was accepted.");
}

describe("values", () => {
  test("come out as plain JSON", () => {
    expect(parse("a: 1\nb: [x, true, null]\nc: { d: no }\n1: one\n").value).toEqual({
      a: 1,
      b: ["x", true, null],
      c: { d: "no" },
      "1": "one",
    });
  });

  test("of an empty text are null", () => {
    expect(parse("").value).toBeNull();
    expect(parse("# nothing\n").value).toBeNull();
  });

  test("may be repeated by a few aliases", () => {
    expect(parse("a: &x [1]\nb: *x").value).toEqual({ a: [1], b: [1] });
  });

  test("in JSON may be indented with tabs and use escapes", () => {
    const text = '{\n\t"a": "\\ud83d\\ude00",\n\t"b": [1]\n}';

    expect(parse(text, "x.json").value).toEqual(JSON.parse(text));
  });
});

describe("a mistake is named with its place:", () => {
  test.each([
    ["a: 1\nb: 2\na: 3", 'x.yaml:3:1 "a" is given twice.'],
    ["question: Offline: yes or no", "x.yaml:1:11 A text with a colon needs quotes."],
    ["a:\n\tb: 1", "x.yaml:2:1 A tab cannot indent a line."],
    ["a: [1, 2\nb: 1", "x.yaml:2:1 The line is not indented as the ones before it expect."],
    ['a: "open', "x.yaml:1:9 A quote, bracket, comma or colon is missing."],
    ["a: 1\n---\nb: 2", "x.yaml:2:1 A second document begins here."],
    ["a: *nothing", "x.yaml:1:4 This alias has no anchor before it."],
    ["a: &a [*a]", "x.yaml:1:8 This alias has no anchor before it."],
    ["a: !!js/function x", "x.yaml:1:4 This tag or word is not a value."],
    ["a: !!binary aGk=", "x.yaml:1:4 This tag or word is not a value."],
    ["a: .inf", "x.yaml:1:4 JSON has no such value."],
    ["? [a]\n: 1", "x.yaml:1:3 A key must be a word."],
    ["a:\n  __proto__: { x: 1 }", 'x.yaml:2:3 "__proto__" cannot be a key.'],
    ["constructor: 1", 'x.yaml:1:1 "constructor" cannot be a key.'],
  ])("%j", (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  test("JSON is not read as YAML", () => {
    expect(refusal("{a: 1}", "x.json")).toBe("x.json:1:2 This tag or word is not a value.");
  });
});

describe("a bomb is refused at once:", () => {
  const laughs = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ...Array.from("bcdefghi").map((name, index) => {
      const below = Array(9).fill(`*${"abcdefghi"[index]}`).join(",");
      return `${name}: &${name} [${below}]`;
    }),
  ].join("\n");
  const largeAlias = `a: &a [${"x,".repeat(9000)}]\nb: [${"*a,".repeat(40)}]`;

  test.each([
    ["a billion laughs", laughs, /More than 50 aliases are used\.$/],
    ["a few aliases of something large", largeAlias, /More than 100000 values stand here\.$/],
    ["deep brackets", "[".repeat(50_000), /nested too deeply\.$/],
    ["deep dashes", "- ".repeat(50_000), /nested too deeply\.$/],
  ])("%s", (_, text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  // comparing each key with all others would take minutes
  test("PM1 eighty thousand keys are read", () => {
    const { value } = parse(
      Array.from({ length: 80_000 }, (_, index) => `k${index}: v`).join("\n"),
    );

    expect(Object.keys(Object(value))).toHaveLength(80_000);
  });
});

describe("places", () => {
  const markup = parse("limits:\n  usd: -1\nlist:\n  - a\n  - b\nempty:\n");

  test.each([
    [["limits", "usd"], "key", "2:3"],
    [["limits", "usd"], "value", "2:8"],
    [["list", 1], "value", "5:5"],
    [["empty"], "value", "6:1"],
    [["limits", "calls"], "value", "2:3"],
    [[], "value", "1:1"],
  ] as const)("of %j, its %s: %s", (path, part, place) => {
    expect(formatSourcePosition(markup.findPosition(path, part))).toBe(`x.yaml:${place}`);
  });

  test("are shown with the line before", () => {
    const error = markup.fault(
      markup.findPosition(["limits", "usd"], "value"),
      "is low.",
      "Raise it.",
    );

    expect(error.message).toBe("x.yaml:2:8 is low.");
    expect(error.hint).toBe("Raise it.\n   1 | limits:\n > 2 |   usd: -1");
  });

  test("next to a secret do not show it", () => {
    const text = "apiKey: hunter2hunter2\nbad: [\n";

    expect(() => parse(text)).toThrow(SetupError);
    try {
      parse(`${text}{password: short, x`);
    } catch (error) {
      expect((error as SetupError).hint).not.toMatch(/hunter2|short/);
    }
  });
});
