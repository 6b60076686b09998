/** Files that cannot be merged by paragraphs: a program or data cut and joined so would be broken. */

/** What a file is, where that is not prose; undefined for prose. Judged by its name, then by its text. */
export function detectCodeKind(name: string, text: string): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(name.toLowerCase())?.[1] ?? "";
  if (MARKDOWN_EXTENSIONS.has(extension)) return undefined;
  return KIND_BY_EXTENSION.get(extension) ?? detectKindFromText(text);
}

export function isMarkdownFileName(name: string): boolean {
  return MARKDOWN_EXTENSIONS.has(/\.([^./\\]+)$/.exec(name.toLowerCase())?.[1] ?? "");
}

const MARKDOWN_EXTENSIONS: ReadonlySet<string> = new Set(["md", "markdown", "mdown", "mkd"]);

const EXTENSIONS_BY_KIND: Readonly<Record<string, string>> = {
  "a program":
    "ts tsx mts cts js jsx mjs cjs py rb go rs java kt kts scala c h cc cpp cxx hpp cs fs swift m php pl pm lua r jl " +
    "dart ex exs erl hs clj ml sh bash zsh fish ps1 bat cmd sql vue svelte zig nim groovy gradle asm s wat",
  data: "json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf properties env csv tsv xml plist lock proto graphql tf",
  "a page or a style sheet": "html htm xhtml svg css scss sass less mdx",
  "a notebook": "ipynb rmd",
};

const KIND_BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries(EXTENSIONS_BY_KIND).flatMap(([kind, extensions]) =>
    extensions.split(" ").map((extension) => [extension, kind] as const),
  ),
);

function detectKindFromText(text: string): string | undefined {
  const start = text.replace(/^\ufeff/, "").trimStart();
  if (start.startsWith("#!")) return "a program";
  if (/^<\?php/i.test(start)) return "a program";
  if (/^<(?:\?xml|!doctype|html|svg)\b/i.test(start)) return "a page or a style sheet";
  if (/^[[{]/.test(start) && isJsonText(start)) return "data";
  return looksLikeProgram(start) ? "a program" : undefined;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// enough to tell what a file is, whatever its size
const SAMPLE_LINES = 400;
const LONGEST_LINE = 400;

/** Half of the lines end or begin as only statements do. Prose hardly has any. */
function looksLikeProgram(text: string): boolean {
  const lines = text
    .slice(0, SAMPLE_LINES * LONGEST_LINE)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, SAMPLE_LINES);
  const statements = lines.filter((line) =>
    STATEMENT_LINE.test(line.slice(0, LONGEST_LINE).trim()),
  );
  return statements.length >= 4 && 2 * statements.length >= lines.length;
}

const STATEMENT_LINE =
  /[;{}]$|^[})\]]+[;,]?$|^(?:import |from \S+ import |export |const |let |var |def |class \w+[:({]|function |func |fn |public |private |static |return\b|#include|package [\w.]+$|using [\w.]+;|if ?\(|else\b.*[{:]$|for ?\(|while ?\(|elif |@\w+$)|^\w+\(.*\)$|^[\w.[\]]+ ?[-+*/]?= ?\S/;
