/** Reads a file that someone may have changed as far as possible, and says what is wrong with its bytes. */
import { isUtf8 } from "node:buffer";

import { readFileBytes } from "../../config/context/read-text-file.ts";

export interface DamagedText {
  /** Without a byte order mark; line ends as they are. */
  readonly text: string;
  readonly fault: string | null;
}

// far more than a debate needs; a larger file is neither a journal nor a record
const MAX_DAMAGED_BYTES = 256 * 1024 * 1024;

export async function readDamagedFile(path: string, shown: string): Promise<DamagedText> {
  return decodeDamagedBytes(await readFileBytes(path, { maxBytes: MAX_DAMAGED_BYTES, shown }));
}

export function decodeDamagedBytes(bytes: Buffer): DamagedText {
  const text = new TextDecoder("utf-8").decode(bytes);
  // two damaged bytes can read as the same sign, so that they are damaged must be said here
  return {
    text,
    fault: isUtf8(bytes) ? null : `line ${findFirstInvalidLine(bytes)} is not valid UTF-8`,
  };
}

function findFirstInvalidLine(bytes: Buffer): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, from);
    const to = end === -1 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(from, to))) return line;
    from = to + 1;
  }
  return line;
}
