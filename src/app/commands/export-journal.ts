/** A debate's journal as a file, byte for byte. */
import type { Dissent } from "../../dissent.ts";
import { StoreError } from "../../errors.ts";
import { formatJournalFile, listReferencedTexts } from "../../stores/journal-file.ts";
import { isSlug } from "../../text/slug.ts";

/** The whole file; refuses one that could not be imported again. */
export async function readJournalText(app: Pick<Dissent, "read">, debate: string): Promise<string> {
  // its name becomes that of a file, and a database is written by others too
  if (!isSlug(debate)) {
    throw createDamagedError(debate, `${debate} is not an id that can name a file`);
  }
  const record = await app.read(debate);
  for (const sha256 of record.events.flatMap(listReferencedTexts)) {
    if ((await record.text(sha256)) !== undefined) continue;
    const what = `${debate}: the text ${sha256.slice(0, 12)} that it names is missing`;
    throw createDamagedError(debate, what);
  }
  const pieces: string[] = [];
  for await (const piece of formatJournalFile(record)) pieces.push(piece);
  return pieces.join("");
}

function createDamagedError(debate: string, what: string): StoreError {
  return new StoreError("store-corrupt", `${what}.`, {
    hint: `See what still holds: dissent verify ${debate}`,
  });
}
