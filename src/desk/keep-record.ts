/** Puts the decision on record in the project itself: the numbered record, the discussion, the journal. */
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

import type { DebateRecord } from "../dissent.ts";
import { slugOf } from "../domain/slug.ts";
import { type Transcript, transcriptOf } from "../domain/transcript.ts";
import { writeAdr } from "./adr-file.ts";
import { auditedRecord, judgedHere } from "./audited.ts";
import type { Desk } from "./desk.ts";
import { render } from "./formats.ts";
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
  const place = discussionPath(transcript);
  const page = await pageOf(record, transcript, "adr.md");
  const path = await writeAdr({ root, dir, transcript, audit, supersedes, page });
  const written = [path];
  if (discussion !== undefined) {
    await writeWhole(join(root, place), discussion);
    written.push(place);
    if (page !== undefined) await pointTo(join(root, path), relative(dirname(path), place));
  }
  if (journal) {
    const beside = path.replace(/\.md$/, ".jsonl");
    await writeWhole(join(root, beside), await render(record, "jsonl"));
    written.push(beside);
  }
  return written;
}

/** T: docs/debates/YYYY-MM-DD-slug/debate.md. */
export function discussionPath({ openedMs, question, id }: Transcript): string {
  const day = new Date(openedMs).toISOString().slice(0, 10);
  return `docs/debates/${day}-${slugOf(question, 50) || id}/debate.md`;
}

export async function pageOf(
  record: DebateRecord,
  { artifacts }: Transcript,
  name: string,
): Promise<string | undefined> {
  const found = artifacts.find((artifact) => artifact.name === name);
  return found && record.text(found.sha256);
}

/** The protocol wrote its pages side by side; in a project the discussion has a place of its own. */
async function pointTo(path: string, place: string): Promise<void> {
  const text = await readFile(path, "utf8");
  await writeWhole(path, text.replaceAll("](debate.md)", `](${encodeURI(place)})`));
}
