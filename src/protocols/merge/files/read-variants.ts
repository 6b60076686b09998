/** The drafts that are to be merged: each read as it is, to the byte, or refused with one clear line. */
import { realpath } from "node:fs/promises";
import { basename, resolve } from "node:path";

import { deniedBy } from "../../../config/context/deny.ts";
import { sourceOf } from "../../../config/context/read-context.ts";
import { readText } from "../../../config/context/read-text.ts";
import { isInside, pathFrom } from "../../../config/context/safe-path.ts";
import type { Source } from "../../../domain/brief.ts";
import { SetupError } from "../../../errors.ts";
import { plainLine } from "../../../text/plain-text.ts";
import { variantSource } from "../merging.ts";
import { codeKind, isMarkdownName } from "./code-files.ts";

const FEWEST_VARIANTS = 2;
const MOST_VARIANTS = 10;
/** Of one file. */
export const LARGEST_VARIANT = 4 * 1024 * 1024;

interface VariantsRequest {
  /** As the person wrote them. */
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly root: string;
  /** Added to the built-in list of files that are never sent. */
  readonly deny: readonly string[];
}

interface VariantsReading {
  /** `variant-1`, `variant-2`…, in the order given; titles are file names. */
  readonly sources: readonly Source[];
  /** Real paths, in the same order. */
  readonly paths: readonly string[];
  readonly warnings: readonly string[];
}

export async function readVariants(request: VariantsRequest): Promise<VariantsReading> {
  const { paths, cwd } = request;
  checkCount(paths.length, "files", "Name them one after another: dissent merge a.md b.md c.md");
  const real = await Promise.all(
    paths.map((path) => realpath(resolve(cwd, path)).catch(() => resolve(cwd, path))),
  );
  const twice = real.findIndex((path, index) => real.indexOf(path) !== index);
  if (twice !== -1) {
    throw new SetupError("usage", `${plainLine(paths[twice] ?? "")} is named twice.`, {
      hint: "Name each draft once.",
    });
  }
  const sources: Source[] = [];
  for (const [index, path] of paths.entries()) {
    const text = await readVariant(path, request);
    const title = titles(paths)[index] ?? path;
    sources.push(sourceOf(variantSource(index + 1), title, text));
  }
  return { sources, paths: real, warnings: sources.flatMap(({ title }) => formatWarning(title)) };
}

/** A document that variants are measured against or written from. */
export async function readSource(
  path: string,
  request: Omit<VariantsRequest, "paths">,
): Promise<Source> {
  const text = await readVariant(path, { ...request, paths: [path] });
  return sourceOf("source", plainLine(basename(path)), text);
}

/** A2: between two and ten, of whatever. */
export function checkCount(count: number, what: "files" | "agents", hint: string): void {
  if (count >= FEWEST_VARIANTS && count <= MOST_VARIANTS) return;
  const bound =
    count < FEWEST_VARIANTS ? `at least ${FEWEST_VARIANTS}` : `at most ${MOST_VARIANTS}`;
  throw new SetupError("usage", `A merge needs ${bound} ${what}, got ${count}.`, { hint });
}

async function readVariant(path: string, { cwd, root, deny }: VariantsRequest): Promise<string> {
  const full = resolve(cwd, path);
  const shown = plainLine(path);
  const real = await realpath(full).catch(() => full);
  const from = (at: string): string => (isInside(root, at) ? pathFrom(root, at) : at);
  const rule = deniedBy(from(full), deny) ?? deniedBy(from(real), deny);
  if (rule !== undefined) {
    throw new SetupError("unsafe-path", `${shown} is never sent to a model: it fits ${rule}.`, {
      hint: "Copy what matters into a document of its own, without the secret.",
    });
  }
  const text = await readText(full, { maxBytes: LARGEST_VARIANT, shown: path, marked: true });
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
  const kind = codeKind(path, text);
  if (kind === undefined) return text;
  throw new SetupError("bad-brief", `${shown} is ${kind}, not a document.`, {
    hint: "Merging works by sections and paragraphs and would break it. Give Markdown or plain text.",
  });
}

/** Names where they tell files apart, else paths. */
function titles(paths: readonly string[]): string[] {
  const names = paths.map((path) => plainLine(basename(path)));
  const unique = new Set(names).size === names.length;
  return unique ? names : paths.map((path) => plainLine(path.replaceAll("\\", "/")));
}

function formatWarning(title: string): string[] {
  return isMarkdownName(title) ? [] : [`${title} is not Markdown, so it is merged by paragraphs`];
}
