import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  addJsonEntry,
  addTomlTable,
  MalformedTextError,
  type PlainValue,
  parseLenientJson,
  parseToml,
} from "./host-text.ts";

const ENTRY = { command: "npx", args: ["-y", "dissent", "mcp"] };
const added = (text: string): string =>
  addJsonEntry(text, { under: "mcpServers", name: "dissent", entry: ENTRY });

describe("reading JSON", () => {
  test("comments, trailing commas and a byte order mark are no mistakes", () => {
    const text = '\uFEFF// first\n{ /* in */ "a": [1, 2.5e3, true, null, "\\u00e9\\n",], // end\n}';

    expect(parseLenientJson(text)).toEqual({ a: [1, 2500, true, null, "é\n"] });
    expect(parseLenientJson(" // nothing\n")).toBeNull();
  });

  test.each([
    ['{"a": 1', /close brace expected/],
    ['{"a" 1}', /colon expected/],
    ["{a: 1}", /invalid symbol/],
    ['{"a": 1 "b": 2}', /comma expected/],
    ['{"a": 1, "a": 2}', /"a" is there twice/],
    ['[{"a": 1, "a": 2}]', /"a" is there twice/],
    ['{"a": tru}', /invalid symbol/],
    ['{"a": 01}', /comma expected/],
    ['{"a": "x\ny"}', /unexpected end of string/],
    ["{} x", /invalid symbol/],
    ["{} {}", /end of file expected/],
    ["/* open", /unexpected end of comment/],
    ["[".repeat(5_000), /nested too deeply/],
    ["{,}", /value expected/],
  ])("%j is refused with its place", (text, why) => {
    expect(() => parseLenientJson(text)).toThrow(MalformedTextError);
    expect(() => parseLenientJson(text)).toThrow(why);
  });
});

describe("adding to JSON", () => {
  test("everything that was there stays, comments and indentation included", () => {
    const before = `// mine
{
\t"other": true,
\t"mcpServers": {
\t\t"a": { "command": "x" } // keep
\t}
}
`;

    expect(added(before)).toBe(`// mine
{
\t"other": true,
\t"mcpServers": {
\t\t"a": { "command": "x" }, // keep
\t\t"dissent": {
\t\t\t"command": "npx",
\t\t\t"args": [
\t\t\t\t"-y",
\t\t\t\t"dissent",
\t\t\t\t"mcp"
\t\t\t]
\t\t}
\t}
}
`);
  });

  test.each([
    "",
    "{}",
    '{"mcpServers":{}}',
    '{\r\n  "mcpServers": {\r\n  },\r\n}\r\n',
    "// none\n",
  ])("%j becomes a file with the entry", (before) => {
    const after = added(before);

    expect(parseLenientJson(after)).toEqual({ mcpServers: { dissent: ENTRY } });
    expect(/[^\r]\n/.test(after)).toBe(!before.includes("\r\n"));
  });

  test("whatever the file holds, one entry comes to it and no byte of it goes", () => {
    const gap = fc.constantFrom("", " ", "\n", "\r\n", '// c } , "\n', "/* { */", "\t");
    const servers = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));
    const file = fc
      .record({ before: servers, servers, gaps: fc.array(gap, { minLength: 4, maxLength: 4 }) })
      .map(({ before, servers: inner, gaps: [a, b, c, d] }) => {
        const rest = Object.entries(before).filter(([key]) => key !== "mcpServers");
        const held = Object.entries(inner).filter(([key]) => key !== "dissent");
        const own = held.map(([key, one]) => `${JSON.stringify(key)}:${b}${JSON.stringify(one)}`);
        const all = [
          ...rest.map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one, null, 2)}`),
          `"mcpServers":${a}{${b}${own.join(`${c},${d}`)}${c}}`,
        ];
        return `${d}{${a}${all.join(`,${c}`)}${b}}${d}`;
      });

    fc.assert(
      fc.property(file, (text) => {
        const before = parseLenientJson(text) as { mcpServers: Record<string, PlainValue> };
        const after = added(text);

        expect(parseLenientJson(after)).toEqual({
          ...before,
          mcpServers: { ...before.mcpServers, dissent: ENTRY },
        });
        // what is left when spaces and commas are taken away is there in the same order
        const kept = Array.from(text.replaceAll(/[\s,]/g, ""));
        let at = 0;
        for (const sign of after) if (sign === kept[at]) at += 1;
        expect(at).toBe(kept.length);
      }),
    );
  });
});

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

describe("reading TOML", () => {
  test("what people write is understood", () => {
    expect(parseToml(FILE)).toMatchObject({
      model: "gpt",
      "quoted key": String.raw`literal \ # no comment`,
      numbers: [1, 2000, 255, -350, true],
      long: 'first second "quoted" é',
      raw: String.raw`C:\new`,
      dotted: { a: { b: 1 }, c: { x: 1, y: { z: "}" } } },
      mcp_servers: { other: { command: "x", env: { KEY: "a=b" } } },
      list: [{ n: 1, inner: { m: 2 } }, { n: 3 }],
      a: { b: { c: {} }, z: 1 },
    });
    expect(parseToml("\uFEFF")).toEqual({});
    expect(parseToml("big = 9007199254740993")).toHaveProperty("big");
    expect(parseToml("a = 1\r\nb = 2")).toEqual({ a: 1, b: 2 });
  });

  test.each([
    ["a = ", /invalid value/],
    ["a 1", /illegal character in key/],
    ["= 1", /unexpected end of key/],
    ['a = "x', /unfinished string/],
    ["a = '''x", /unfinished string/],
    ["a = [1 2]", /comma or end/],
    ["a = { b = 1 c = 2 }", /comma or end/],
    ["a = 1 b = 2", /end-of-line/],
    ["a = 1\na = 2", /redefine/],
    ["[a]\n[a]", /redefine/],
    ["a = 1\n[a.b]", /redefine/],
    ["a = { x = 1 }\n[a.b]", /redefine/],
    ["a = { x = 1 }\na.y = 2", /redefine/],
    ["[a\nb = 1", /illegal character in key/],
    [`a = ${"[".repeat(5_000)}`, /excessively nested/],
    [`a = ${"{ b = ".repeat(5_000)}`, /excessively nested/],
  ])("%.40j is refused with its place", (text, why) => {
    expect(() => parseToml(text)).toThrow(MalformedTextError);
    expect(() => parseToml(text)).toThrow(why);
  });
});

describe("adding to TOML", () => {
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
