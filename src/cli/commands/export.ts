import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import { existingApp } from "../../app/desk.ts";
import { textFlag } from "../../app/flags.ts";
import { isNewFileName } from "../../app/results/output-format.ts";
import { refuseOverwritingOthers, writeOwnRecord } from "../../app/results/own-records.ts";
import type { DebateRecord, Dissent } from "../../dissent.ts";
import { SetupError, StoreError } from "../../errors.ts";
import { fileLines, textsNamedBy } from "../../stores/journal-file.ts";
import { jsonText } from "../../text/json-text.ts";
import { isSlug } from "../../text/slug.ts";
import { isDamage, readableIds } from "../debates/readable.ts";
import { EXIT } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { plain } from "../terminal/terminal.ts";

/** Journals as files, byte for byte. */
export const exportJournals: Action = async (session, [reference = "last"], flags) => {
  const named = textFlag(flags, "out");
  // by custom, standard output
  const out = named === "-" ? undefined : named;
  const all = flags["all"] === true;
  if (all && (out === undefined || out.endsWith(".jsonl"))) {
    throw new SetupError("usage", "All debates do not fit into one file.", {
      hint: "Name a directory: dissent export --all -o journals",
    });
  }
  if (out !== undefined && !out.endsWith(".jsonl")) refuseOtherEnding(session, out);
  const app = existingApp(session);
  try {
    const yes = flags["yes"] === true;
    if (all) return await exportAll(session, app, { out: out ?? "", yes });
    return await exportOne(session, await recorded(app, await app.find(reference)), { out, yes });
  } finally {
    await app.close();
  }
};

/** Journals are lines of JSON, and nobody means a folder called `journal.json`. */
function refuseOtherEnding({ cwd }: Session, out: string): void {
  if (!isNewFileName(cwd, out)) return;
  throw new SetupError("usage", `${plain(out)} cannot be written: a journal ends in .jsonl.`, {
    hint: `Name the file journal.jsonl. For a folder of that name, write ${plain(out)}/.`,
  });
}

async function exportOne(
  session: Session,
  record: DebateRecord,
  { out, yes }: { readonly out: string | undefined; readonly yes: boolean },
): Promise<number> {
  const text = await journalText(record);
  if (out === undefined) {
    session.documents.write(text);
    return 0;
  }
  const isDirectory = !out.endsWith(".jsonl") || (await isThere(resolve(session.cwd, out)));
  const path = isDirectory ? join(out, `${record.id}.jsonl`) : out;
  await refuseOverwritingOthers(session, [resolve(session.cwd, path)], yes);
  await writeOwnRecord(session, resolve(session.cwd, path), text);
  session.stderr.write(`Wrote ${plain(path)}\n`);
  return 0;
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** One that is damaged is named and left out, and the others are written all the same. */
async function exportAll(
  session: Session,
  app: Dissent,
  { out, yes }: { readonly out: string; readonly yes: boolean },
): Promise<number> {
  const refused: { debate: string; why: string }[] = [];
  const { found, leftOut } = await readableIds(session, app);
  refused.push(...leftOut);
  const written: string[] = [];
  for (const id of found) {
    try {
      const text = await journalText(await recorded(app, id));
      const path = resolve(session.cwd, out, `${id}.jsonl`);
      await refuseOverwritingOthers(session, [path], yes);
      await writeOwnRecord(session, path, text);
      written.push(id);
    } catch (error) {
      if (!isDamage(error)) throw error;
      refused.push({ debate: id, why: error.message });
      session.stderr.write(`Not written: ${plain(error.message)}\n`);
    }
  }
  if (session.flags.json) session.stdout.write(`${jsonText({ written, refused })}\n`);
  else session.stderr.write(`Wrote ${count(written.length)} to ${plain(out)}\n`);
  return refused.length > 0 ? EXIT.verification : EXIT.decided;
}

export function count(journals: number): string {
  return journals === 1 ? "1 journal" : `${journals} journals`;
}

async function recorded(app: Dissent, id: string): Promise<DebateRecord> {
  // its name becomes that of a file, and a database is written by others too
  if (!isSlug(id)) throw damaged(id, `${id} is not an id that can name a file`);
  return app.read(id);
}

/** The whole file, or what keeps it from being one that can be taken in. */
async function journalText(record: DebateRecord): Promise<string> {
  const { id, events, text } = record;
  for (const sha256 of events.flatMap(textsNamedBy)) {
    if ((await text(sha256)) === undefined) {
      throw damaged(id, `${id}: the text ${sha256.slice(0, 12)} that it names is missing`);
    }
  }
  const pieces: string[] = [];
  for await (const piece of fileLines(record)) pieces.push(piece);
  return pieces.join("");
}

function damaged(id: string, what: string): StoreError {
  return new StoreError("store-corrupt", `${what}.`, {
    hint: `See what still holds: dissent verify ${id}`,
  });
}
