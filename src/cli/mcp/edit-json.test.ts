import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  addJsonEntry,
  MalformedTextError,
  type PlainValue,
  parseLenientJson,
} from "./edit-json.ts";

const ENTRY = { command: "npx", args: ["-y", "dissent", "mcp"] };
const added = (text: string): string =>
  addJsonEntry(text, { under: "mcpServers", name: "dissent", entry: ENTRY });

describe("reading", () => {
  test("comments, trailing commas and a byte order mark are no mistakes", () => {
    const text = '\uFEFF// first\n{ /* in */ "a": [1, 2.5e3, true, null, "\\u00e9\\n",], // end\n}';

    expect(parseLenientJson(text)).toEqual({ a: [1, 2500, true, null, "é\n"] });
    expect(parseLenientJson(" // nothing\n")).toBeNull();
  });

  test.each([
    ['{"a": 1', /comma or } is missing/],
    ['{"a" 1}', /colon/],
    ["{a: 1}", /value is missing|name in quotes/],
    ['{"a": 1 "b": 2}', /comma or } is missing/],
    ['{"a": 1, "a": 2}', /"a" is there twice/],
    ['{"a": tru}', /value is missing/],
    ['{"a": 01}', /cannot be read/],
    ['{"a": "x\ny"}', /value is missing/],
    ["{} x", /more after the end/],
    ["/* open", /comment does not end/],
    ["[".repeat(5_000), /nested too deeply/],
    ["{,}", /value is missing/],
  ])("%j is refused with its place", (text, why) => {
    expect(() => parseLenientJson(text)).toThrow(MalformedTextError);
    expect(() => parseLenientJson(text)).toThrow(why);
  });
});

describe("adding", () => {
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
