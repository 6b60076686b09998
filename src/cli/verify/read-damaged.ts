/** A file that someone may have changed: read as far as it goes, with what is wrong with its bytes. */
import { isUtf8 } from "node:buffer";

import { readBytes } from "../../config/context/read-text.ts";

export interface Damaged {
  /** Without a byte order mark; line ends as they are. */
  readonly text: string;
  readonly fault: string | null;
}

// far more than a debate needs; a larger file is neither a journal nor a record
const LARGEST = 256 * 1024 * 1024;

export async function readDamaged(path: string, shown: string): Promise<Damaged> {
  return damagedIn(await readBytes(path, { maxBytes: LARGEST, shown }));
}

export function damagedIn(bytes: Buffer): Damaged {
  const text = new TextDecoder("utf-8").decode(bytes);
  // two damaged bytes can read as the same sign, so that they are damaged must be said here
  return { text, fault: isUtf8(bytes) ? null : `line ${firstBad(bytes)} is not valid UTF-8` };
}

function firstBad(bytes: Buffer): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, from);
    const to = end === -1 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(from, to))) return line;
    from = to + 1;
  }
  return line;
}
