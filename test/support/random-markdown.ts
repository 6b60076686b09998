/** Markdown that nobody would write: fragments with meaning, put together by a seeded generator. */

const OPENINGS = [
  "",
  "",
  "",
  " ",
  "  ",
  "   ",
  "    ",
  "\t",
  " \t",
  "      ",
  "- ",
  "* ",
  "+ ",
  "-\t",
  "-",
  "- - ",
  "-     ",
  "  - ",
  "1. ",
  "2. ",
  "1) ",
  "10. ",
  "  1. ",
  "> ",
  ">",
  "> > ",
  ">- ",
  "- > ",
  "# ",
  "## ",
  "### ",
  "#",
  " # ",
  "[^1]: ",
  "[^a]: ",
  "    ",
  "| ",
  "<",
];
const WORDS = [
  "word",
  "Some words",
  "a",
  "b | c",
  "| a | b |",
  "|---|---|",
  "| - |",
  ":-:",
  "--|--",
  "---",
  "===",
  "=",
  "-",
  "--",
  "***",
  "* * *",
  "- - -",
  "___",
  "```",
  "````",
  "~~~",
  "```js",
  "`code`",
  "``` a`b",
  "<!--",
  "-->",
  "<!-- x -->",
  "<!-->",
  "<div>",
  "</div>",
  "<b>x</b>",
  "<script>",
  "</script>",
  "<pre",
  "<?",
  "?>",
  "<!X",
  "<![CDATA[",
  "]]>",
  "<a href=x>",
  "[a]: b",
  "[a]: <b> 'c'",
  "[a]:",
  "[A]",
  "[^1]",
  "[^1]: note",
  "[a",
  "b]: c",
  "[x](y)",
  "**bold**",
  "*em",
  "_a_",
  "\\",
  "\\[a]",
  "&amp;",
  "#",
  "# x #",
  "## y",
  "1.",
  "1. one",
  "2) two",
  "-foo",
  "+",
  "+1",
  "a\\",
  "![i](j)",
  "Section 2.1",
  "FR-001 must hold",
  "2026-01-02",
  "text  ",
  "\u0000",
  "\ufeff",
  "\ud800",
  "\udc00x",
  "\u2028",
  "\u00a0",
  "é",
  "---\t",
  "title: x",
  "| x",
  "x |",
  "\\| y",
];
const BREAKS = [
  "\n",
  "\n",
  "\n",
  "\n\n",
  "\n\n",
  "\n \n",
  "\r\n",
  "\r\n\r\n",
  "\r",
  "\n\t\n",
  " \n",
  "  \n",
];

/** The same text for the same seed; `pieces` lines at most. */
export function randomMarkdown(seed: number, pieces: number): string {
  const next = chance(seed);
  const pick = (from: readonly string[]): string => from[Math.floor(next() * from.length)]!;
  // many breaks of one kind, as in a file, or a mixture
  const only =
    next() < 0.7
      ? [
          ["\n", "\n\n"],
          ["\r\n", "\r\n\r\n"],
        ][Math.floor(next() * 2)]!
      : BREAKS;
  let text = next() < 0.05 ? "\ufeff" : "";
  if (next() < 0.1) text += `---${pick(only)}`;
  const count = Math.floor(next() * pieces) + 1;
  for (let piece = 0; piece < count; piece++) {
    text += pick(OPENINGS);
    if (next() < 0.2) text += pick(OPENINGS);
    text += pick(WORDS);
    if (next() < 0.2) text += ` ${pick(WORDS)}`;
    text += pick(only);
  }
  return next() < 0.3 ? text.trimEnd() : text;
}

/** Numbers from 0 to 1 by a small generator (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
