/** Reads the drafts to merge, each byte for byte, or refuses them with one clear line. */
import { realpath } from "node:fs/promises";
import { basename, resolve } from "node:path";

import { findDenyPattern } from "../../../config/context/find-files.ts";
import { createSource } from "../../../config/context/read-context.ts";
import { readTextFile } from "../../../config/context/read-text-file.ts";
import { formatRelativePath, isInsideDirectory } from "../../../config/context/safe-path.ts";
import type { Source } from "../../../domain/brief.ts";
import { SetupError } from "../../../errors.ts";
import { stripToPlainLine } from "../../../text/plain-text.ts";
import { variantSource } from "../prompts/prompt-input.ts";
import { cleanVariantText } from "./clean-variant.ts";

const MIN_VARIANTS = 2;
const MAX_VARIANTS = 10;
/** Of one file. */
export const MAX_VARIANT_BYTES = 4 * 1024 * 1024;

interface VariantsRequest {
  /** As the person wrote them. */
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly root: string;
  /** Added to the built-in list of files that are never sent. */
  readonly deny: readonly string[];
}

interface VariantsReadResult {
  /** `variant-1`, `variant-2`…, in the order given; titles are file names. */
  readonly sources: readonly Source[];
  /** Real paths, in the same order. */
  readonly paths: readonly string[];
  readonly warnings: readonly string[];
}

export async function readVariantFiles(request: VariantsRequest): Promise<VariantsReadResult> {
  const { paths, cwd } = request;
  checkVariantCount(
    paths.length,
    "files",
    "Name them one after another: dissent merge a.md b.md c.md",
  );
  const real = await Promise.all(
    paths.map((path) => realpath(resolve(cwd, path)).catch(() => resolve(cwd, path))),
  );
  const twice = real.findIndex((path, index) => real.indexOf(path) !== index);
  if (twice !== -1) {
    throw new SetupError("usage", `${stripToPlainLine(paths[twice] ?? "")} is named twice.`, {
      hint: "Name each draft once.",
    });
  }
  const sources: Source[] = [];
  const warnings: string[] = [];
  for (const [index, path] of paths.entries()) {
    const title = formatVariantTitles(paths)[index] ?? path;
    const format = isMarkdownFileName(title) ? "markdown" : "text";
    const { text, removed } = cleanVariantText(await readVariantText(path, request), format);
    refuseEmptyText(text, stripToPlainLine(path));
    sources.push(createSource(variantSource(index + 1), title, text));
    warnings.push(...listFormatWarnings(title));
    if (removed.length > 0) warnings.push(`${title}: left out ${removed.join(" and ")}`);
  }
  return { sources, paths: real, warnings };
}

/** A document that variants are measured against or written from. */
export async function readSourceDocument(
  path: string,
  request: Omit<VariantsRequest, "paths">,
): Promise<Source> {
  const text = await readVariantText(path, { ...request, paths: [path] });
  return createSource("source", stripToPlainLine(basename(path)), text);
}

/** A0b: the common older version of all drafts, from a file or from git. */
export async function readAncestorDocument(
  path: string,
  request: Omit<VariantsRequest, "paths">,
): Promise<Source> {
  const text = await readVariantText(path, { ...request, paths: [path] });
  return createSource("ancestor", stripToPlainLine(basename(path)), text);
}

/** A2: between two and ten, of whatever. */
export function checkVariantCount(count: number, what: "files" | "agents", hint: string): void {
  if (count >= MIN_VARIANTS && count <= MAX_VARIANTS) return;
  const bound = count < MIN_VARIANTS ? `at least ${MIN_VARIANTS}` : `at most ${MAX_VARIANTS}`;
  throw new SetupError("usage", `A merge needs ${bound} ${what}, got ${count}.`, { hint });
}

async function readVariantText(
  path: string,
  { cwd, root, deny }: VariantsRequest,
): Promise<string> {
  const full = resolve(cwd, path);
  const shown = stripToPlainLine(path);
  const real = await realpath(full).catch(() => full);
  const from = (at: string): string =>
    isInsideDirectory(root, at) ? formatRelativePath(root, at) : at;
  const rule = findDenyPattern(from(full), deny) ?? findDenyPattern(from(real), deny);
  if (rule !== undefined) {
    throw new SetupError("unsafe-path", `${shown} is never sent to a model: it fits ${rule}.`, {
      hint: "Copy what matters into a document of its own, without the secret.",
    });
  }
  const text = await readTextFile(full, { maxBytes: MAX_VARIANT_BYTES, shown: path, marked: true });
  if (text.includes("\u0000")) {
    throw new SetupError("file-unreadable", `${shown} is binary, not text.`, {
      hint: "Give a text file saved as UTF-8.",
    });
  }
  refuseEmptyText(text, shown);
  const kind = detectCodeKind(path, text);
  if (kind === undefined) return text;
  throw new SetupError("bad-brief", `${shown} is ${kind}, not a document.`, {
    hint: "Merging works by sections and paragraphs and would break it. Give Markdown or plain text.",
  });
}

function refuseEmptyText(text: string, shown: string): void {
  if (!/^\ufeff?\s*$/.test(text)) return;
  throw new SetupError("bad-brief", `${shown} is empty.`, {
    hint: "Leave it out, or write the draft first.",
  });
}

/** Names where they tell files apart, else paths. */
function formatVariantTitles(paths: readonly string[]): string[] {
  const names = paths.map((path) => stripToPlainLine(basename(path)));
  const unique = new Set(names).size === names.length;
  return unique ? names : paths.map((path) => stripToPlainLine(path.replaceAll("\\", "/")));
}

function listFormatWarnings(title: string): string[] {
  return isMarkdownFileName(title)
    ? []
    : [`${title} is not Markdown, so it is merged by paragraphs`];
}

// Files that cannot be merged by paragraphs: a program or data cut and joined so would be broken.

/** What a file is, where that is not prose; undefined for prose. Judged by its name, then by its text. */
export function detectCodeKind(name: string, text: string): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(name.toLowerCase())?.[1] ?? "";
  if (MARKDOWN_EXTENSIONS.has(extension)) return undefined;
  return KIND_BY_EXTENSION.get(extension) ?? detectKindFromText(text);
}

function isMarkdownFileName(name: string): boolean {
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
