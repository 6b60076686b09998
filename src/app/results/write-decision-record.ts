/** Records the decision in the project: the numbered record, the discussion, the journal. */
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

import type { ConfigValues } from "../../config/config.ts";
import { readTextIfPresent } from "../../config/context/read-text-file.ts";
import type { DebateRecord } from "../../dissent.ts";
import { SetupError } from "../../errors.ts";
import { readBriefContext } from "../../reports/brief-context.ts";
import type { AppContext } from "../app-context.ts";
import { examineRecord, loadStrengthCalibration } from "../project/audit-record.ts";
import { type CommandFlags, readListFlag } from "../read-flags.ts";
import {
  formatDiscussionPath,
  isUneditedAdr,
  markDiscussion,
  readProtocolPage,
} from "./adr-document.ts";
import { writeFileAtomically } from "./atomic-write.ts";
import { renderReport } from "./render-report.ts";
import { checkAdrRequest, writeAdrFile } from "./write-adr-file.ts";
import { writeTrackedFile } from "./written-files.ts";

export interface AdrOptions {
  readonly dir: string;
  readonly supersedes: readonly string[];
  /** The journal is written beside the record, so that anyone can verify it without this database. */
  readonly journal: boolean;
}

/** The paths that were written, relative to the project. */
export async function writeDecisionRecord(
  context: AppContext,
  record: DebateRecord,
  { dir, supersedes, journal }: AdrOptions,
): Promise<string[]> {
  const { root } = context;
  const { transcript, audit } = await examineRecord(record, await loadStrengthCalibration(context));
  const words = await readProtocolPage(record, transcript, "debate.md");
  const discussion = words && markDiscussion(words, transcript.id);
  // the page of another debate, even of one in the same words, or one that somebody has edited, stays as it is
  const found = await readTextIfPresent(join(root, formatDiscussionPath(transcript)));
  const isTaken = found !== undefined && found !== discussion;
  const place = formatDiscussionPath(transcript, isTaken);
  const page = await readProtocolPage(record, transcript, "adr.md");
  const path = await writeAdrFile({
    root,
    dir,
    transcript,
    audit,
    context: await readBriefContext(record),
    supersedes,
    page,
    journal,
    isOurs: (text) => isUneditedAdr(record, text),
  });
  const written = [path];
  if (discussion !== undefined) {
    await writeTrackedFile(context, join(root, place), discussion);
    written.push(place);
    if (page !== undefined)
      await linkToDiscussion(join(root, path), relative(dirname(path), place));
  }
  if (journal) {
    const beside = path.replace(/\.md$/, ".jsonl");
    await writeTrackedFile(context, join(root, beside), await renderReport(record, "jsonl"));
    written.push(beside);
  }
  return written;
}

/** The protocol wrote its pages side by side; in a project the discussion has a place of its own. */
async function linkToDiscussion(path: string, place: string): Promise<void> {
  const text = await readFile(path, "utf8");
  await writeFileAtomically(path, text.replaceAll("](debate.md)", `](${encodeURI(place)})`));
}

/** Whether a decision record is wanted, and where; mistakes are found before anything is spent. */
export async function parseAdrFlags(
  { root }: AppContext,
  flags: CommandFlags,
  { dir, journal }: ConfigValues["records"],
): Promise<AdrOptions | undefined> {
  const supersedes = readListFlag(flags, "supersedes");
  if (flags["adr"] !== true) {
    if (supersedes.length === 0) return undefined;
    throw new SetupError("usage", "--supersedes needs --adr.", {
      hint: `Write a record that takes its place: --adr --supersedes ${supersedes[0] ?? ""}`,
    });
  }
  await checkAdrRequest({ root, dir, supersedes });
  return { dir, supersedes, journal };
}
