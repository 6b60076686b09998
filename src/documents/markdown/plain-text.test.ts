import { expect, test } from "vitest";

import { CODE_END, CODE_START, stripMarkdown } from "./plain-text.ts";

test.each([
  [
    "marks of emphasis go",
    "It is **never** _really_ ~~lost~~ kept.",
    "It is never really lost kept.",
  ],
  ["an underscore inside a name stays", "Set max_age to one.", "Set max_age to one."],
  ["signs that were written as names are signs", "a &lt; b &amp;&nbsp;c &gt; d", "a < b & c > d"],
  ["a name of a sign that was itself escaped stays", "&amp;lt;", "&lt;"],
  ["tags, comments and addresses go", "<b>Ask</b> <!-- no --> us <https://a.example>.", "Ask us ."],
  ["a link leaves its words", 'See [the plan](a.md "x") and [it][1].', "See the plan and it."],
  ["a picture and the mark of a footnote leave nothing", "So![x](y.png) it is[^1].", "So it is."],
  ["quote marks at the start of a line go", "> > quoted\n> twice", "quoted twice"],
])("%s", (_, markdown, words) => {
  expect(stripMarkdown(markdown)).toBe(words);
});

test("code is one name, and a figure in code is a figure", () => {
  expect(stripMarkdown("Call `stop now` after `30 s`.")).toBe(
    `Call ${CODE_START}stop now${CODE_END} after 30 s.`,
  );
});
