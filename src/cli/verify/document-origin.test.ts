import { describe, expect, test } from "vitest";

import { findFirstDifferentLine } from "./check-document.ts";
import { parseDocumentOrigin } from "./document-origin.ts";
import { decodeDamagedBytes } from "./read-damaged.ts";

const HEAD = "a".repeat(64);

describe("what a document says of its debate", () => {
  test("a record, a decision record and both results name debate and head", () => {
    const stated = { debate: "sync-1", head: HEAD, likeCases: null };
    const record = `# Q\n\n## Record\n\n- Debate \`sync-1\`, protocol judges\n- Chain head \`${HEAD}\`; check\n`;
    const adr = `---\nstatus: "proposed"\ndissent:\n  debate: "sync-1"\n  chain: "${HEAD}"\n---\n`;
    const result = { debate_result: { debate_id: "sync-1", chain: HEAD } };

    expect(parseDocumentOrigin("r.md", record)).toEqual({ format: "md", ...stated });
    expect(parseDocumentOrigin("R.MD", adr)).toEqual({ format: "adr", ...stated });
    expect(parseDocumentOrigin("r.json", JSON.stringify(result))).toEqual({
      format: "json",
      ...stated,
    });
    expect(
      parseDocumentOrigin("r.yml", `debate_result:\n  debate_id: sync-1\n  chain: ${HEAD}\n`),
    ).toEqual({
      format: "yaml",
      ...stated,
    });
  });

  test("K17 words of a model cannot pass for it, since their marks are escaped", () => {
    const text = `- \\*\\* Like cases were right in 9 of 9 (100 %).\n- Debate \\\`evil\\\`, protocol x\n`;

    expect(parseDocumentOrigin("r.md", text)).toBeUndefined();
    expect(parseDocumentOrigin("r.md", `${text}- Debate \`good\`, protocol x\n`)).toMatchObject({
      debate: "good",
      likeCases: null,
    });
  });

  test("other files, and data that is damaged or of another kind, say nothing", () => {
    expect(parseDocumentOrigin("r.md", "# Notes\n\nNothing.\n")).toBeUndefined();
    expect(parseDocumentOrigin("r.txt", "x")).toBeUndefined();
    for (const text of ["{", '{"debate_result": 4', '{"other": 1}', '"debate_result"']) {
      expect(parseDocumentOrigin("r.json", text)).toBeUndefined();
    }
    expect(parseDocumentOrigin("r.yaml", "debate_result: [\n")).toBeUndefined();
    expect(
      parseDocumentOrigin("r.json", '{"debate_result":{"__proto__":{"chain":"x"}}}'),
    ).toMatchObject({
      debate: undefined,
      head: undefined,
    });
  });
});

describe("the first difference", () => {
  test("is named by its line, with what is there and what should be", () => {
    expect(findFirstDifferentLine("a\nb\nc", "a\nb\nc")).toBeUndefined();
    expect(findFirstDifferentLine("a\nB\nc", "a\nb\nc")).toEqual({
      line: 2,
      what: 'reads "B", and should read "b"',
    });
    expect(findFirstDifferentLine("a\nb\nc", "a\nb")).toEqual({
      line: 3,
      what: 'is one too many: "c"',
    });
    expect(findFirstDifferentLine("a", "a\nb")).toEqual({ line: 2, what: 'is missing: "b"' });
  });

  test("of long lines the part where they differ is shown", () => {
    const long = "x".repeat(500);
    const { what = "" } = findFirstDifferentLine(`${long}A${long}`, `${long}B${long}`) ?? {};

    expect(what).toMatch(/^reads "…x{20}A/);
    expect(what.length).toBeLessThan(260);
  });
});

test("K9 bytes that are not UTF-8 are told by their line, even where they read as the same sign", () => {
  const text = "one\ntwo \ufffd three\nfour";
  const bytes = Buffer.from(text);
  bytes[bytes.indexOf(0xef)] = 0xf0;

  expect(decodeDamagedBytes(Buffer.from(text))).toEqual({ text, fault: null });
  expect(decodeDamagedBytes(bytes).text).toBe(text);
  expect(decodeDamagedBytes(bytes).fault).toBe("line 2 is not valid UTF-8");
});
