import { describe, expect, test } from "vitest";

import { MalformedTextError } from "./edit-json.ts";
import { addTomlTable, parseToml } from "./edit-toml.ts";

const FILE = String.raw`# mine
model = "gpt" # inline
"quoted key" = 'literal \ # no comment'
numbers = [ 1, 2_000, 0xff, -3.5e2, # inside
  true, ]
when = 1979-05-27T07:32:00Z
at = 07:32
long = """
first \
  second "quoted" \u00e9"""
raw = '''
C:\new'''
dotted.a.b = 1
dotted.c = { x = 1, y.z = "}" }

[mcp_servers.other]
command = "x" # ] [
env = { KEY = "a=b" }

[[list]]
n = 1
[list.inner]
m = 2
[[list]]
n = 3

[a.b.c]
[a]
z = 1
`;

describe("reading", () => {
  test("what people write is understood", () => {
    expect(parseToml(FILE)).toEqual({
      model: "gpt",
      "quoted key": String.raw`literal \ # no comment`,
      numbers: [1, 2000, 255, -350, true],
      when: "1979-05-27T07:32:00Z",
      at: "07:32",
      long: 'first second "quoted" é',
      raw: String.raw`C:\new`,
      dotted: { a: { b: 1 }, c: { x: 1, y: { z: "}" } } },
      mcp_servers: { other: { command: "x", env: { KEY: "a=b" } } },
      list: [{ n: 1, inner: { m: 2 } }, { n: 3 }],
      a: { b: { c: {} }, z: 1 },
    });
    expect(parseToml("\uFEFF")).toEqual({});
    expect(parseToml("a = 1\r\nb = 2")).toEqual({ a: 1, b: 2 });
  });

  test.each([
    ["a = ", /value is missing/],
    ["a 1", /equals sign/],
    ["= 1", /name is missing/],
    ['a = "x', /does not end/],
    ["a = '''x", /does not end/],
    ["a = [1 2]", /comma or \]/],
    ["a = { b = 1 c = 2 }", /comma or }/],
    ["a = 1 b = 2", /after the end of a line/],
    ["a = 1\na = 2", /a is set twice/],
    ["[a]\n[a]", /a is set twice/],
    ["a = 1\n[a.b]", /a is no table/],
    ["a = { x = 1 }\n[a.b]", /a is no table/],
    ["a = { x = 1 }\na.y = 2", /a is set twice/],
    ["[a\nb = 1", /bracket/],
    ["a = [".repeat(1) + "[".repeat(5_000), /nested too deeply/],
    [`a = ${"{ b = ".repeat(5_000)}`, /nested too deeply/],
  ])("%.40j is refused with its place", (text, why) => {
    expect(() => parseToml(text)).toThrow(MalformedTextError);
    expect(() => parseToml(text)).toThrow(why);
  });
});

describe("adding", () => {
  const entry = { command: "npx", args: ["-y", "dissent"] };
  const table = '[mcp_servers.dissent]\ncommand = "npx"\nargs = ["-y", "dissent"]\n';

  test.each([
    ["", table],
    ["a = 1", `a = 1\n\n${table}`],
    ["a = 1\r\n", `a = 1\r\n\r\n${table.replaceAll("\n", "\r\n")}`],
    [FILE, `${FILE}\n${table}`],
  ])("a table comes after all that is there", (before, after) => {
    const text = addTomlTable(before, { under: "mcp_servers", name: "dissent", entry });
    const read = parseToml(text) as { mcp_servers: object };

    expect(text).toBe(after);
    expect(read.mcp_servers).toMatchObject({ dissent: entry });
  });
});
