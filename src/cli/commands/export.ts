/** Writes journals to files, byte for byte. */
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import { openExistingApp } from "../../app/app-context.ts";
import { readJournalText } from "../../app/commands/export-journal.ts";
import { readTextFlag } from "../../app/read-flags.ts";
import { isNewFileName } from "../../app/results/output-paths.ts";
import { refuseForeignOverwrite, writeTrackedFile } from "../../app/results/written-files.ts";
import type { Dissent } from "../../dissent.ts";
import { SetupError } from "../../errors.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import { isStoreDamage, listReadableDebates } from "../debates/readable-debates.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

export const runExportCommand: CommandHandler = async (cli, [reference = "last"], flags) => {
  const named = readTextFlag(flags, "out");
  // by custom, standard output
  const out = named === "-" ? undefined : named;
  const all = flags["all"] === true;
  if (all && (out === undefined || out.endsWith(".jsonl"))) {
    throw new SetupError("usage", "All debates do not fit into one file.", {
      hint: "Name a directory: dissent journal export --all -o journals",
    });
  }
  if (out !== undefined && !out.endsWith(".jsonl")) refuseNonJournalName(cli, out);
  const app = openExistingApp(cli);
  try {
    const yes = flags["yes"] === true;
    if (all) return await exportAllJournals(cli, app, { out: out ?? "", yes });
    return await exportOneJournal(cli, app, { debate: await app.find(reference), out, yes });
  } finally {
    await app.close();
  }
};

/** Journals are lines of JSON, and a person does not mean a folder called `journal.json`. */
function refuseNonJournalName({ cwd }: CliContext, out: string): void {
  if (!isNewFileName(cwd, out)) return;
  throw new SetupError(
    "usage",
    `${sanitizeForTerminal(out)} cannot be written: a journal ends in .jsonl.`,
    {
      hint: `Name the file journal.jsonl. For a folder of that name, write ${sanitizeForTerminal(out)}/.`,
    },
  );
}

async function exportOneJournal(
  cli: CliContext,
  app: Dissent,
  { debate, out, yes }: { debate: string; out: string | undefined; yes: boolean },
): Promise<number> {
  const text = await readJournalText(app, debate);
  if (out === undefined) {
    cli.documents.write(text);
    return 0;
  }
  const isDirectory = !out.endsWith(".jsonl") || (await isExportDirectory(resolve(cli.cwd, out)));
  const path = isDirectory ? join(out, `${debate}.jsonl`) : out;
  await refuseForeignOverwrite(cli, [resolve(cli.cwd, path)], yes);
  await writeTrackedFile(cli, resolve(cli.cwd, path), text);
  cli.stderr.write(`Wrote ${sanitizeForTerminal(path)}\n`);
  return 0;
}

async function isExportDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** One that is damaged is named and left out, and the others are written all the same. */
async function exportAllJournals(
  cli: CliContext,
  app: Dissent,
  { out, yes }: { readonly out: string; readonly yes: boolean },
): Promise<number> {
  const refused: { debate: string; why: string }[] = [];
  const { found, leftOut } = await listReadableDebates(cli, app);
  refused.push(...leftOut);
  const written: string[] = [];
  for (const id of found) {
    try {
      const text = await readJournalText(app, id);
      const path = resolve(cli.cwd, out, `${id}.jsonl`);
      await refuseForeignOverwrite(cli, [path], yes);
      await writeTrackedFile(cli, path, text);
      written.push(id);
    } catch (error) {
      if (!isStoreDamage(error)) throw error;
      refused.push({ debate: id, why: error.message });
      cli.stderr.write(`Not written: ${sanitizeForTerminal(error.message)}\n`);
    }
  }
  if (cli.flags.json) cli.stdout.write(`${stringifyForTerminal({ written, refused })}\n`);
  else
    cli.stderr.write(
      `Wrote ${formatJournalCount(written.length)} to ${sanitizeForTerminal(out)}\n`,
    );
  return refused.length > 0 ? EXIT.verification : EXIT.decided;
}

export function formatJournalCount(journals: number): string {
  return journals === 1 ? "1 journal" : `${journals} journals`;
}
