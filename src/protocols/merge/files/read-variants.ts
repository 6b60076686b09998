/** The drafts that are to be merged: each read as it is, to the byte, or refused with one clear line. */
import { realpath } from "node:fs/promises";
import { basename, resolve } from "node:path";

import { findDenyPattern } from "../../../config/context/deny.ts";
import { createSource } from "../../../config/context/read-context.ts";
import { readTextFile } from "../../../config/context/read-text-file.ts";
import { isInsideDirectory, formatRelativePath } from "../../../config/context/safe-path.ts";
import type { Source } from "../../../domain/brief.ts";
import { SetupError } from "../../../errors.ts";
import { stripToPlainLine } from "../../../text/plain-text.ts";
import { variantSource } from "../merging.ts";
import { detectCodeKind, isMarkdownFileName } from "./code-files.ts";

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
  for (const [index, path] of paths.entries()) {
    const text = await readVariantText(path, request);
    const title = formatVariantTitles(paths)[index] ?? path;
    sources.push(createSource(variantSource(index + 1), title, text));
  }
  return {
    sources,
    paths: real,
    warnings: sources.flatMap(({ title }) => listFormatWarnings(title)),
  };
}

/** A document that variants are measured against or written from. */
export async function readSourceDocument(
  path: string,
  request: Omit<VariantsRequest, "paths">,
): Promise<Source> {
  const text = await readVariantText(path, { ...request, paths: [path] });
  return createSource("source", stripToPlainLine(basename(path)), text);
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
  if (/^\ufeff?\s*$/.test(text)) {
    throw new SetupError("bad-brief", `${shown} is empty.`, {
      hint: "Leave it out, or write the draft first.",
    });
  }
  const kind = detectCodeKind(path, text);
  if (kind === undefined) return text;
  throw new SetupError("bad-brief", `${shown} is ${kind}, not a document.`, {
    hint: "Merging works by sections and paragraphs and would break it. Give Markdown or plain text.",
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
