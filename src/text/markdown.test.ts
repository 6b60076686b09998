import { describe, expect, test } from "vitest";

import {
  escapeMarkdown,
  formatBlockQuote,
  formatQuotedText,
  restoreBoldLines,
  sanitizeLine,
} from "./markdown.ts";

describe("K17 untrusted words in Markdown", () => {
  test.each([
    ["emphasis", "*a* _b_ ~c~", "\\*a\\* \\_b\\_ \\~c\\~"],
    ["code", "`a`", "\\`a\\`"],
    ["a link", "[a](https://b)", "\\[a\\](https\\://b)"],
    ["an image", "![a](https://b)", "\\!\\[a\\](https\\://b)"],
    ["HTML", '<img src=x onerror="a()">', '\\<img src=x onerror="a()"\\>'],
    ["a comment", "<!-- a -->", "\\<!-- a --\\>"],
    ["an entity", "&lt;b&gt; &#60; &#x3c; AT&T", "&amp;lt;b&amp;gt; &\\#60; &\\#x3c; AT&T"],
    ["a heading", "# a", "\\# a"],
    ["a table cell", "a | b", "a \\| b"],
    ["an escape", "\\*a", "\\\\\\*a"],
    ["a quote", "> a", "\\> a"],
    ["a list", "- a", "\\- a"],
    ["a list with plus", "+ a", "\\+ a"],
    ["a numbered list", "12. a", "12\\. a"],
    ["a numbered list with a bracket", "1) a", "1\\) a"],
    ["a rule", "---", "\\---"],
    ["an underline that makes a heading", "===", "\\==="],
    ["an empty list item", "-", "\\-"],
  ])("K17 %s is shown, not followed", (_, words, shown) => {
    expect(escapeMarkdown(words)).toBe(shown);
  });

  test.each(["-5 degrees", "+1 from me", "3.5 days", "a - b", "1.5) x", "50 = 50"])(
    "K17 %j needs no escape",
    (words) => {
      expect(escapeMarkdown(words)).toBe(words);
    },
  );

  test("K17 line breaks of every kind become one line, or one quoted line each", () => {
    const broken = "a\nb\r\nc\u2028d\u2029e\rf";

    expect(escapeMarkdown(broken)).toBe("a b c d e f");
    expect(formatBlockQuote(broken)).toBe("> a\n> b\n> c\n> d\n> e\n> f");
  });

  test("K17 a quoted line can neither end its quote nor underline the one above", () => {
    expect(formatBlockQuote("a\n\n---\n# b\n<b>")).toBe("> a\n>\n> \\---\n> \\# b\n> \\<b\\>");
  });
});

describe("K17 a text of several paragraphs", () => {
  test("K17 its lists and lines in bold stay, and nothing else is followed", () => {
    const text = "**The queue**\n- kept\n- [a](https://b)\n\nOne\nTwo <b>\n# three";

    expect(formatQuotedText(text)).toBe(
      [
        "> **The queue**",
        "> - kept",
        "> - \\[a\\](https\\://b)",
        ">",
        "> One",
        ">",
        "> Two \\<b\\>",
        ">",
        "> \\# three",
      ].join("\n"),
    );
  });

  test("K17 no line of it leaves the quote, whatever ends the line", () => {
    const quoted = formatQuotedText("a\r\n- b\u2028**c**\r- \n---\n**[d](e)**");

    expect(quoted.split("\n").filter((line) => !line.startsWith(">"))).toEqual([]);
    expect(quoted).toContain("> **\\[d\\](e)**");
    expect(quoted).toContain("> \\---");
  });

  test("K17 only a line that is bold as a whole becomes bold again", () => {
    const escaped = ["**Ours**", "**[a](b)**", "x **y**", "**a** and **b**"]
      .map((line) => (line === "**Ours**" ? "\\*\\*Ours\\*\\*" : escapeMarkdown(line)))
      .join("\n");

    expect(restoreBoldLines(escaped)).toBe(escaped.replace("\\*\\*Ours\\*\\*", "**Ours**"));
  });
});

describe("K17 one line for a terminal", () => {
  test.each([
    ["colours", "\u001b[31mred\u001b[0m", "[31mred [0m"],
    ["titles and bells", "\u001b]0;owned\u0007", "]0;owned"],
    ["links", "\u001b]8;;https://b\u001b\\a", "]8;;https://b \\a"],
    ["eight-bit escapes", "\u009b2Ja", "2Ja"],
    ["the cursor", "a\b\b\rb\u007f", "a b"],
    ["nothing", "\u0000", ""],
  ])("K17 %s are taken out", (_, words, shown) => {
    expect(sanitizeLine(words)).toBe(shown);
  });

  test("K17 marks that reorder or hide text are taken out, and letters of any alphabet stay", () => {
    const marks = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff";

    expect(sanitizeLine(`a${marks}b`)).toBe("ab");
    expect(sanitizeLine("żółć עברית 日本語 👩‍🌾")).toBe("żółć עברית 日本語 👩‍🌾");
  });
});
