/** A merged document as an agent is told of it: its text, where it lies, and how much came from whom. */
import type { AppContext } from "../../../app/app-context.ts";
import { formatRelativePath } from "../../../config/context/safe-path.ts";
import type { DebateRecord } from "../../../dissent.ts";
import { parseProvenanceFile } from "../../../documents/provenance/map-provenance.ts";
import { transcriptOf } from "../../../domain/transcript.ts";
import { stripSteeringCharacters, quoteLabel } from "../../../mcp/quote-text.ts";
import { findMergedDocument, findDocumentPath } from "../files/write-merge-results.ts";

type MergedDescription = Readonly<Record<string, unknown>>;

// about five thousand tokens; a longer document is read from its file
const MAX_MERGED_TEXT = 20_000;

/** Null while there is no document, not even a partial one. */
export async function describeMergedDocument(
  desk: AppContext,
  record: DebateRecord,
): Promise<MergedDescription | null> {
  const document = await findMergedDocument(record);
  if (!document) return null;
  const path = await findDocumentPath(desk, record, document);
  const clean = stripSteeringCharacters(document.text);
  return {
    ...(path !== null && { path: formatRelativePath(desk.root, path) }),
    ...(document.role === "partial" && { partial: true }),
    ...(clean.length <= MAX_MERGED_TEXT ? { quoted: clean } : { characters: clean.length }),
    provenance: await describeDraftShares(record),
  };
}

const PROVENANCE_ARTIFACT = "adversarial/provenance.json";

/** How many paragraphs of the result each draft gave, and how many of its own were left out. */
async function describeDraftShares(record: DebateRecord): Promise<MergedDescription[]> {
  const found = transcriptOf(record.events).artifacts.find(
    ({ name }) => name === PROVENANCE_ARTIFACT,
  );
  const text = found && (await record.text(found.sha256));
  if (text === undefined) return [];
  const { variants, units, leftOut } = parseProvenanceFile(JSON.parse(text) as unknown);
  return variants.map(({ variant, label, name, base }) => ({
    draft: quoteLabel(name),
    label,
    ...(base && { base }),
    paragraphs: units.filter((unit) => unit.variant === variant).length,
    left_out: leftOut.filter((unit) => unit.variant === variant).length,
  }));
}
