/** The provenance map beside a merged document: where each of its paragraphs comes from. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import type { AppContext } from "../../../app/app-context.ts";
import { readTextFile } from "../../../config/context/read-text-file.ts";
import { type LineBlame, traceLines } from "../../../documents/provenance/line-blame.ts";
import {
  type ProvenanceMap,
  parseProvenanceFile,
} from "../../../documents/provenance/map-provenance.ts";
import { SetupError } from "../../../errors.ts";
import { sha256 } from "../../../kernel/journal/hash-chain.ts";
import { stripToPlainLine } from "../../../text/plain-text.ts";

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
    throw new SetupError("bad-journal", `${path} is not the map of a merged document.`, {
      cause,
      hint: "Merge again, or write to another directory with -o.",
    });
  }
}

// Compares a merged document with the map beside it, or says why it cannot.

export interface TracedDocument {
  /** The document as the person named it. */
  readonly document: string;
  readonly text: string;
  readonly map: ProvenanceMap;
  readonly blame: LineBlame;
}

// a merged document is at most as large as all its drafts
const MAX_MERGED_BYTES = 64 * 1024 * 1024;

export async function traceMergedDocument(
  { cwd }: Pick<AppContext, "cwd">,
  path: string,
): Promise<TracedDocument> {
  const document = stripToPlainLine(path);
  const full = resolve(cwd, path);
  const text = await readTextFile(full, { maxBytes: MAX_MERGED_BYTES, shown: path, marked: true });
  const map = await readProvenanceFile(dirname(full));
  if (!map) {
    throw new SetupError(
      "file-unreadable",
      `There is no map beside ${document} (${PROVENANCE_FILE}).`,
      {
        hint: "Name a document that dissent merge wrote, where it wrote it.",
      },
    );
  }
  const found = traceLines(map, text);
  if (isUnrelatedDocument(map, found, sha256(text))) {
    throw new SetupError(
      "file-unreadable",
      `The map beside ${document} is that of another document.`,
      { hint: "Name the document that was merged there, or merge again." },
    );
  }
  return { document, text, map, blame: found };
}

/** A draft shares paragraphs with what was made of it; a document of which hardly anything is left is another one. */
function isUnrelatedDocument(
  map: ProvenanceMap,
  { untouched, rows }: LineBlame,
  digest: string,
): boolean {
  if (untouched) return false;
  if (map.variants.some((variant) => variant.sha256 === digest)) return true;
  const kept = rows.filter(({ unit }) => unit !== null).length;
  return kept * 3 < map.units.length;
}
