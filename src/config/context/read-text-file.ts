/** Reads one text file, and refuses anything else before loading it into memory. */
import type { Stats } from "node:fs";
import { constants, open, readFile, stat } from "node:fs/promises";

import { SetupError, getErrorCode } from "../../errors.ts";
import { stripToPlainLine, formatByteCount } from "../../text/plain-text.ts";

interface TextReadOptions {
  readonly maxBytes: number;
  /** The path as the person wrote it, when it is not the one that is opened. */
  readonly shown?: string;
  /** Keeps a byte order mark, for texts that are written back. */
  readonly marked?: boolean;
}

/** The file's text, without a byte order mark unless that is wanted; its line ends are kept. */
export async function readTextFile(path: string, limits: TextReadOptions): Promise<string> {
  const bytes = await readFileBytes(path, limits);
  return decodeUtf8Text(bytes, stripToPlainLine(limits.shown ?? path), limits.marked ?? false);
}

/** The file as it is, for callers that must detect damage. */
export async function readFileBytes(
  path: string,
  { maxBytes, shown = path }: Omit<TextReadOptions, "marked">,
): Promise<Buffer> {
  const file = stripToPlainLine(shown);
  try {
    // before opening: a named pipe would wait for its writer for ever
    refuseUnreadableEntry(await stat(path), file, maxBytes);
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      refuseUnreadableEntry(await handle.stat(), file, maxBytes);
      const chunks: Buffer[] = [];
      // one byte more than allowed: files under /proc have no size and can be endless
      for await (const chunk of handle.createReadStream({ end: maxBytes, autoClose: false })) {
        chunks.push(chunk as Buffer);
      }
      const bytes = Buffer.concat(chunks);
      if (bytes.length > maxBytes) throw createTooLargeError(file, bytes.length, maxBytes);
      return bytes;
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    throw thrown instanceof SetupError ? thrown : createUnreadableError(file, thrown);
  }
}

export function readTextIfPresent(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

/** Text from bytes that claim to be UTF-8. */
export function decodeUtf8Text(bytes: Uint8Array, file: string, marked = false): string {
  if (bytes.subarray(0, BINARY_SAMPLE).includes(0)) {
    throw new SetupError("file-unreadable", `${file} is binary, not text.`, {
      hint: TEXT_FILE_HINT,
    });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: marked }).decode(bytes);
  } catch (cause) {
    throw new SetupError("file-unreadable", `${file} is not valid UTF-8.`, {
      hint: TEXT_FILE_HINT,
      cause,
    });
  }
}

export function createTooLargeError(file: string, bytes: number, maxBytes: number): SetupError {
  return new SetupError(
    "file-too-large",
    `${file} has ${formatByteCount(bytes)}, and at most ${formatByteCount(maxBytes)} are read.`,
    { hint: "Give a shorter file with the part that matters." },
  );
}

// what git and grep look at to tell binary from text
const BINARY_SAMPLE = 8 * 1024;

const TEXT_FILE_HINT = "Give a text file saved as UTF-8.";

function refuseUnreadableEntry(entry: Stats, file: string, maxBytes: number): void {
  if (entry.isDirectory()) {
    throw new SetupError("file-unreadable", `${file} is a directory, not a file.`, {
      hint: "Name a file in it.",
    });
  }
  if (!entry.isFile()) {
    throw new SetupError("file-unreadable", `${file} is a pipe or a device, not a file.`, {
      hint: "Name a regular file, or write - to read from standard input.",
    });
  }
  if (entry.size > maxBytes) throw createTooLargeError(file, entry.size, maxBytes);
}

function createUnreadableError(file: string, cause: unknown): SetupError {
  const [message, hint] = listReadFailures(file)[getErrorCode(cause)] ?? [
    `${file} cannot be read (${getErrorCode(cause)}).`,
    "Check the file and its disk.",
  ];
  return new SetupError("file-unreadable", message, { hint, cause });
}

function listReadFailures(
  file: string,
): Readonly<Record<string, readonly [message: string, hint: string]>> {
  const missing = [
    `There is no file ${file}.`,
    "Check the path and the current directory.",
  ] as const;
  const closed = [`${file} may not be read.`, "Give yourself permission to read it."] as const;
  return {
    ENOENT: missing,
    ENOTDIR: missing,
    ERR_INVALID_ARG_VALUE: missing,
    EACCES: closed,
    EPERM: closed,
    ENAMETOOLONG: [`${file.slice(0, 60)}… is too long for a path.`, "Give a shorter path."],
    ELOOP: [`${file} is a link that leads back to itself.`, "Name the file itself."],
  };
}
