/** Patterns of translated or riddling English, and where they stand in the strings that people read. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export interface BannedPattern {
  readonly name: string;
  readonly pattern: RegExp;
}

export const BANNED_PATTERNS: readonly BannedPattern[] = [
  { name: "whoever", pattern: /\bwhoever\b/i },
  // the field nobody_judged, the arm +nobody and the user of that name aside
  { name: "nobody", pattern: /(?<!postgres`? or `?|\+)\bnobody\b(?![ _-]judged)/i },
  { name: "is none", pattern: /\b(?:is|are|was|were) none\b/i },
  // "there is no debate" is plain; "it is no debate" is not
  {
    name: "is no",
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|other\b)[a-z]/i,
  },
  { name: "by commas", pattern: /\bby commas\b/i },
  { name: "by turns", pattern: /\bby turns\b/i },
  { name: "stands for", pattern: /\bstands? for (?:it|them)\b/i },
  { name: "what stands", pattern: /\bwhat (?:still )?stands\b|\bstands? on what\b/i },
  { name: "what is found", pattern: /\bwhat (?:is|was) (?:found|wanted|there|asked|here)\b/i },
  { name: "what came of", pattern: /\bwhat (?:came|became) of\b/i },
  { name: "dangling without", pattern: /, without[.;)]?$/i },
  { name: "without it", pattern: /\d+ without it\b/i },
  { name: "dangling in all", pattern: /\bin all[.;,)]?$/i },
  { name: "if left out", pattern: /\bif left out\b/i },
  { name: "look after", pattern: /\blook(?:s|ed|ing)? after\b/i },
  { name: "take the place of", pattern: /\btakes? the place of\b/i },
  { name: "hold a debate", pattern: /\b(?:hold|holds|holding) (?:a|the|this) debate\b/i },
  { name: "would be another", pattern: /\b(?:be|is) another\b(?! \w)/i },
  { name: "one and another", pattern: /\bbeside this\b/i },
];

export interface BannedWord {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly text: string;
}

const ROOT = join(import.meta.dirname, "..", "..");

function listFiles(folder: string, ending: RegExp, { recursive } = { recursive: true }): string[] {
  return readdirSync(join(ROOT, folder), { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .toSorted();
}

/** What takes part in prompts or in recomputed journals is fixed by golden files, not by taste. */
const IS_FIXED = /\.test\.tsx?$|\/prompts?\/|prompt[^/]*\.ts$|\/__/;
const IS_READ_BY_PEOPLE =
  /^src\/(?:app|cli|config|debates|errors|mcp|models|network|page|plan|reports|server|signing|stores|team)\b|^src\/protocols\/[^/]+\/(?:command|files|mcp|view|preflight)\b/;

export function listStringFiles(): string[] {
  return listFiles("src", /\.ts$/).filter(
    (path) => IS_READ_BY_PEOPLE.test(path) && !IS_FIXED.test(path),
  );
}

/** The text of every string and template, with the line it stands on; comments are left out. */
export function listStrings(source: string): { readonly line: number; readonly text: string }[] {
  const found: { line: number; text: string }[] = [];
  const token =
    /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<=[(,=:[!&|?{};\n]\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;
  for (const { 0: whole, index } of source.matchAll(token)) {
    if (!/^["'`]/.test(whole)) continue;
    const line = source.slice(0, index).split("\n").length;
    found.push({ line, text: whole.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, "X") });
  }
  return found;
}

export function findBannedWords(
  path: string,
  text = readFileSync(join(ROOT, path), "utf8"),
): BannedWord[] {
  const parts = path.endsWith(".md")
    ? text.split("\n").map((line, index) => ({ line: index + 1, text: line }))
    : listStrings(text);
  return parts.flatMap(({ line, text: words }) =>
    BANNED_PATTERNS.filter(({ pattern }) => words.includes(" ") && pattern.test(words)).map(
      ({ name }) => ({ path, line, name, text: words.trim() }),
    ),
  );
}

/** Prompts are fixed by their golden files, and their page quotes them. */
export function listDocs(): string[] {
  return [
    ...listFiles(".", /^[A-Z_]+\.md$/, { recursive: false }),
    "bench/BENCHMARKS.md",
    ...listFiles("docs", /\.md$/),
    ...listFiles("examples", /^README\.md$/),
  ].filter((path) => path !== "docs/prompts.md");
}
