/** A merged document held against the map beside it, or why it cannot be. */
import { dirname, resolve } from "node:path";

import type { Desk } from "../../../app/desk.ts";
import { readText } from "../../../config/context/read-text.ts";
import { type Blame, blame } from "../../../documents/blame.ts";
import type { ProvenanceMap } from "../../../documents/provenance.ts";
import { SetupError } from "../../../errors.ts";
import { sha256 } from "../../../kernel/chain.ts";
import { plainLine } from "../../../text/plain-text.ts";
import { SIDECAR, sidecarOf } from "./sidecar.ts";

export interface Traced {
  /** The document as the person named it. */
  readonly document: string;
  readonly text: string;
  readonly map: ProvenanceMap;
  readonly blame: Blame;
}

// a merged document is at most as large as all its drafts
const LARGEST = 64 * 1024 * 1024;

export async function traced({ cwd }: Pick<Desk, "cwd">, path: string): Promise<Traced> {
  const document = plainLine(path);
  const full = resolve(cwd, path);
  const text = await readText(full, { maxBytes: LARGEST, shown: path, marked: true });
  const map = await sidecarOf(dirname(full));
  if (!map) {
    throw new SetupError("file-unreadable", `There is no map beside ${document} (${SIDECAR}).`, {
      hint: "Name a document that dissent merge wrote, where it wrote it.",
    });
  }
  const found = blame(map, text);
  if (isAnother(map, found, sha256(text))) {
    throw new SetupError(
      "file-unreadable",
      `The map beside ${document} is that of another document.`,
      { hint: "Name the document that was merged there, or merge again." },
    );
  }
  return { document, text, map, blame: found };
}

/** A draft shares paragraphs with what was made of it; a document of which hardly anything is left is another one. */
function isAnother(map: ProvenanceMap, { untouched, rows }: Blame, digest: string): boolean {
  if (untouched) return false;
  if (map.variants.some((variant) => variant.sha256 === digest)) return true;
  const kept = rows.filter(({ unit }) => unit !== null).length;
  return kept * 3 < map.units.length;
}
