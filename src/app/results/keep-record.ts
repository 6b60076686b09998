/** Puts the decision on record in the project itself: the numbered record, the discussion, the journal. */
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

import type { DebateRecord } from "../../dissent.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import type { Desk } from "../desk.ts";
import { auditedRecord, judgedHere } from "../project/audited.ts";
import { isUnedited } from "./adr-again.ts";
import { writeAdr } from "./adr-file.ts";
import { render } from "./formats.ts";
import { isSomebodyElses, writeOwnRecord } from "./own-records.ts";
import { discussionPath, pageOf } from "./record-pages.ts";
import { writeWhole } from "./write-whole.ts";

export interface AdrFlags {
  readonly dir: string;
  readonly supersedes: readonly string[];
  /** The journal is written beside the record, so that anyone can verify it without this database. */
  readonly journal: boolean;
}

/** The paths that were written, relative to the project. */
export async function keepRecord(
  desk: Desk,
  record: DebateRecord,
  { dir, supersedes, journal }: AdrFlags,
): Promise<string[]> {
  const { root } = desk;
  const transcript = transcriptOf(record.events);
  const audit = await auditedRecord(record, await judgedHere(desk));
  const discussion = await pageOf(record, transcript, "debate.md");
  const usual = discussionPath(transcript);
  // a page that somebody else wrote, or has edited since, stays as it is
  const isTaken = await isSomebodyElses(desk, join(root, usual));
  const place = isTaken ? usual.replace(/debate\.md$/, `debate-${record.id}.md`) : usual;
  const page = await pageOf(record, transcript, "adr.md");
  const path = await writeAdr({
    root,
    dir,
    transcript,
    audit,
    supersedes,
    page,
    isOurs: (text) => isUnedited(record, text),
  });
  const written = [path];
  if (discussion !== undefined) {
    await writeOwnRecord(desk, join(root, place), discussion);
    written.push(place);
    if (page !== undefined) await pointTo(join(root, path), relative(dirname(path), place));
  }
  if (journal) {
    const beside = path.replace(/\.md$/, ".jsonl");
    await writeOwnRecord(desk, join(root, beside), await render(record, "jsonl"));
    written.push(beside);
  }
  return written;
}

/** The protocol wrote its pages side by side; in a project the discussion has a place of its own. */
async function pointTo(path: string, place: string): Promise<void> {
  const text = await readFile(path, "utf8");
  await writeWhole(path, text.replaceAll("](debate.md)", `](${encodeURI(place)})`));
}
