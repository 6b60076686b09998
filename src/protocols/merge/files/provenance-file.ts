/** The map beside a merged document: where each of its paragraphs comes from. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { readTextFile } from "../../../config/context/read-text-file.ts";
import {
  type ProvenanceMap,
  parseProvenanceFile,
} from "../../../documents/provenance/map-provenance.ts";
import { SetupError } from "../../../errors.ts";

export const PROVENANCE_FILE = join("adversarial", "provenance.json");

// every paragraph of every draft has an entry, so it is larger than they are
const MAX_PROVENANCE_BYTES = 256 * 1024 * 1024;

/** Undefined where there is none; a file that is none is an error, and nothing is taken from it. */
export async function readProvenanceFile(directory: string): Promise<ProvenanceMap | undefined> {
  const path = join(directory, PROVENANCE_FILE);
  if (!existsSync(path)) return undefined;
  const text = await readTextFile(path, { maxBytes: MAX_PROVENANCE_BYTES, shown: path });
  try {
    return parseProvenanceFile(JSON.parse(text) as unknown);
  } catch (cause) {
    throw new SetupError("bad-journal", `${path} is no map of a merged document.`, {
      cause,
      hint: "Merge again, or write to another directory with -o.",
    });
  }
}
