/**
 * Reads one tracked file as lines of text.
 *
 * RL1. Of a commit it is read from Git; of the working tree from disk, and never through a symbolic link.
 * RL2. Only text: no binary, nothing that is not UTF-8, nothing too large, no private key.
 * RL3. What looks like a secret is taken out, and counted.
 */
import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { Redactor } from "../text/redact.ts";
import { detectSecretKind } from "../text/secret-patterns.ts";
import type { Checkout } from "./open-checkout.ts";
import { runGit } from "./run-git.ts";
import type { TrackedFile } from "./tracked-files.ts";

export interface FileLines {
  /** Without their line feeds; a carriage return stays. */
  readonly lines: readonly string[];
  /** Numbers of the lines from which a secret was taken out. */
  readonly redacted: ReadonlySet<number>;
}

export interface UnreadableFile {
  readonly why: string;
}

/** Larger files are not read, not even in part. */
export const MOST_FILE_BYTES = 8 * 1024 * 1024;

export async function readFileLines(
  checkout: Checkout,
  file: TrackedFile,
  redact: Redactor,
): Promise<FileLines | UnreadableFile> {
  if (file.bytes !== null && file.bytes > MOST_FILE_BYTES) return { why: "it is larger than 8 MB" };
  const content = checkout.isWorkingTree
    ? await readFromDisk(checkout, file)
    : await readFromGit(checkout, file);
  if (!(content instanceof Uint8Array)) return content;
  if (content.subarray(0, 8_000).includes(0)) return { why: "it is binary" };
  const text = decodeText(content);
  if (text === undefined || text.includes("\0")) return { why: "it is not text in UTF-8" };
  if (detectSecretKind(text) === "private key") return { why: "it holds a private key" };
  if (text === "") return { why: "it is empty" };
  const before = text.split("\n");
  const lines = redact(text).split("\n");
  if (lines.length !== before.length) return { why: "it holds a secret of several lines" };
  const redacted = new Set<number>();
  for (const [at, line] of lines.entries()) if (line !== before[at]) redacted.add(at + 1);
  if (lines.at(-1) === "") lines.pop();
  return { lines, redacted };
}

/** A mark of the byte order is no part of the text. */
function decodeText(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

async function readFromGit(
  { root, env }: Checkout,
  { object }: TrackedFile,
): Promise<Uint8Array | UnreadableFile> {
  const { status, stdout } = await runGit(["cat-file", "blob", object], {
    cwd: root,
    env,
    maxBytes: MOST_FILE_BYTES,
  });
  return status === 0 ? stdout : { why: "Git cannot read it here" };
}

/** RL1 */
async function readFromDisk(
  { root }: Checkout,
  { path }: TrackedFile,
): Promise<Uint8Array | UnreadableFile> {
  const gone = { why: "it is not in the working tree" };
  const place = join(root, path);
  const folder = await realpath(dirname(place)).catch(() => null);
  if (folder === null) return gone;
  if (folder !== dirname(place)) return { why: "a symbolic link leads to it" };
  // a link in its place is not followed, and a pipe in its place is not waited for
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(place, flags).catch(() => null);
  if (handle === null) return gone;
  try {
    const found = await handle.stat();
    if (!found.isFile()) return { why: "it is not a plain file" };
    if (found.size > MOST_FILE_BYTES) return { why: "it is larger than 8 MB" };
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
