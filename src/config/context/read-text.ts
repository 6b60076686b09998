/** Reads one text file, and refuses what is none before it is in memory. */
import type { Stats } from "node:fs";
import { constants, open, stat } from "node:fs/promises";

import { SetupError } from "../../errors.ts";
import { plainLine, spellBytes } from "../../text/plain-text.ts";

interface TextLimits {
  readonly maxBytes: number;
  /** The path as the person wrote it, when it is not the one that is opened. */
  readonly shown?: string;
  /** Keeps a byte order mark, for texts that are written back. */
  readonly marked?: boolean;
}

/** The file's text, without a byte order mark unless that is wanted; its line ends are kept. */
export async function readText(path: string, limits: TextLimits): Promise<string> {
  const bytes = await readBytes(path, limits);
  return decoded(bytes, plainLine(limits.shown ?? path), limits.marked ?? false);
}

/** The file as it is, for whoever must see that it is damaged. */
export async function readBytes(
  path: string,
  { maxBytes, shown = path }: Omit<TextLimits, "marked">,
): Promise<Buffer> {
  const file = plainLine(shown);
  try {
    // before opening: a named pipe would wait for its writer for ever
    refuse(await stat(path), file, maxBytes);
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      refuse(await handle.stat(), file, maxBytes);
      const chunks: Buffer[] = [];
      // one byte more than allowed: files under /proc have no size and can be endless
      for await (const chunk of handle.createReadStream({ end: maxBytes, autoClose: false })) {
        chunks.push(chunk as Buffer);
      }
      const bytes = Buffer.concat(chunks);
      if (bytes.length > maxBytes) throw tooLarge(file, bytes.length, maxBytes);
      return bytes;
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    throw thrown instanceof SetupError ? thrown : unreadable(file, thrown);
  }
}

/** Text from bytes that claim to be UTF-8. */
export function decoded(bytes: Uint8Array, file: string, marked = false): string {
  if (bytes.subarray(0, BINARY_SAMPLE).includes(0)) {
    throw new SetupError("file-unreadable", `${file} is binary, not text.`, { hint: AS_TEXT });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: marked }).decode(bytes);
  } catch (cause) {
    throw new SetupError("file-unreadable", `${file} is not valid UTF-8.`, {
      hint: AS_TEXT,
      cause,
    });
  }
}

export function tooLarge(file: string, bytes: number, maxBytes: number): SetupError {
  return new SetupError(
    "file-too-large",
    `${file} has ${spellBytes(bytes)}, and at most ${spellBytes(maxBytes)} are read.`,
    { hint: "Give a shorter file with the part that matters." },
  );
}

// what git and grep look at to tell binary from text
const BINARY_SAMPLE = 8 * 1024;

const AS_TEXT = "Give a text file saved as UTF-8.";

function refuse(entry: Stats, file: string, maxBytes: number): void {
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
  if (entry.size > maxBytes) throw tooLarge(file, entry.size, maxBytes);
}

function unreadable(file: string, cause: unknown): SetupError {
  const [message, hint] = reasons(file)[codeOf(cause)] ?? [
    `${file} cannot be read (${codeOf(cause)}).`,
    "Check the file and its disk.",
  ];
  return new SetupError("file-unreadable", message, { hint, cause });
}

function reasons(file: string): Readonly<Record<string, readonly [message: string, hint: string]>> {
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

/** The system's name for a failure, such as ENOENT. */
export function codeOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : "unknown cause";
}
