/** A merged document as an agent is told of it: its text, where it lies, and how much came from whom. */
import type { Desk } from "../../../app/desk.ts";
import { pathFrom } from "../../../config/context/safe-path.ts";
import type { DebateRecord } from "../../../dissent.ts";
import { readProvenance } from "../../../documents/provenance.ts";
import { transcriptOf } from "../../../domain/transcript.ts";
import { harmless, labelled } from "../../../mcp/quoted.ts";
import { documentOf, documentPath } from "../files/write-merged.ts";

type Told = Readonly<Record<string, unknown>>;

// about five thousand tokens; a longer document is read from its file
const LONGEST_TEXT = 20_000;

/** Null while there is no document, not even a partial one. */
export async function mergedTold(desk: Desk, record: DebateRecord): Promise<Told | null> {
  const document = await documentOf(record);
  if (!document) return null;
  const path = await documentPath(desk, record, document);
  const clean = harmless(document.text);
  return {
    ...(path !== null && { path: pathFrom(desk.root, path) }),
    ...(document.role === "partial" && { partial: true }),
    ...(clean.length <= LONGEST_TEXT ? { quoted: clean } : { characters: clean.length }),
    provenance: await sharesOf(record),
  };
}

const MAP = "adversarial/provenance.json";

/** How many paragraphs of the result each draft gave, and how many of its own were left out. */
async function sharesOf(record: DebateRecord): Promise<Told[]> {
  const found = transcriptOf(record.events).artifacts.find(({ name }) => name === MAP);
  const text = found && (await record.text(found.sha256));
  if (text === undefined) return [];
  const { variants, units, leftOut } = readProvenance(JSON.parse(text) as unknown);
  return variants.map(({ variant, label, name, base }) => ({
    draft: labelled(name),
    label,
    ...(base && { base }),
    paragraphs: units.filter((unit) => unit.variant === variant).length,
    left_out: leftOut.filter((unit) => unit.variant === variant).length,
  }));
}
