/** Serves the page until Ctrl-C, or writes it to a file. */
import { extname, resolve } from "node:path";

import { openExistingApp, openProjectApp } from "../../app/app-context.ts";
import { loadStrengthCalibration } from "../../app/project/audit-record.ts";
import { checkJournalFile, parseCheckedJournal } from "../../app/project/parse-journal.ts";
import { MAX_JOURNAL_BYTES } from "../../app/project/project-debates.ts";
import { readTextFlag } from "../../app/read-flags.ts";
import { writeFileAtomically } from "../../app/results/atomic-write.ts";
import { readTextFile } from "../../config/context/read-text-file.ts";
import { SetupError } from "../../errors.ts";
import { writePageGallery } from "../../page/gallery.ts";
import { createPageBundleSource } from "../../page/page-bundle.ts";
import {
  type PageServerContext,
  createFileContext,
  createProjectContext,
} from "../../server/page-server-context.ts";
import { formatDebatePath } from "../../server/page-server.ts";
import { findJournalInHtml } from "../../stores/embedded-journal.ts";
import { type JournalFile, createBadJournalError } from "../../stores/journal-file.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import { listReadableDebates, mapReadableDebates } from "../debates/readable-debates.ts";
import {
  openPathInBrowser,
  printPageDefect,
  startPageServer,
  waitForInterrupt,
} from "../debates/serve-page.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";

/** What is looked at: all debates of the project, one of them, or one from a file. */
interface ViewedDebates {
  readonly server: PageServerContext;
  /** Null for all of them. */
  readonly debate: string | null;
}

export const runViewCommand: CommandHandler = async (cli, [reference], flags) => {
  const bundleTo = readTextFlag(flags, "bundle");
  const port = parseViewPortFlag(flags);
  const viewed = await openViewedDebates(cli, reference, { mustExist: bundleTo !== undefined });
  try {
    if (bundleTo !== undefined) return await writePageBundle(cli, viewed, bundleTo);
    const { server: place, debate } = viewed;
    const server = await startPageServer(cli, { server: place, port });
    const path = debate === null ? "/" : formatDebatePath(debate);
    const url = server.formatPageUrl(path);
    cli.stdout.write(
      `${cli.flags.json ? stringifyForTerminal({ event: "view", debate, url }) : url}\n`,
    );
    if (cli.flags.quiet !== true) cli.stderr.write("Press Ctrl-C to stop.\n");
    if (flags["open"] !== false) openPathInBrowser(cli, server, path);
    await waitForInterrupt(cli, server);
    return 0;
  } finally {
    await viewed.server.app.close();
  }
};

async function openViewedDebates(
  cli: CliContext,
  reference: string | undefined,
  { mustExist }: { mustExist: boolean },
): Promise<ViewedDebates> {
  if (
    reference !== undefined &&
    JOURNAL_FILE_EXTENSIONS.includes(extname(reference).toLowerCase())
  ) {
    return createFileContext(await readViewedJournal(cli, reference), { shown: reference });
  }
  const app = mustExist || reference !== undefined ? openExistingApp(cli) : openProjectApp(cli);
  try {
    const debate = reference === undefined ? null : await app.find(reference);
    const onTrouble = (_: string, error: unknown): void => printPageDefect(cli, error);
    return { server: createProjectContext(cli, app, { onTrouble }), debate };
  } catch (error) {
    await app.close();
    throw error;
  }
}

const JOURNAL_FILE_EXTENSIONS = [".jsonl", ".html", ".htm"];

async function readViewedJournal({ cwd }: CliContext, path: string): Promise<JournalFile> {
  const text = await readTextFile(resolve(cwd, path), { maxBytes: MAX_JOURNAL_BYTES, shown: path });
  if (extname(path).toLowerCase() === ".jsonl") return parseCheckedJournal(text, path);
  const { journal } = findJournalInHtml(text);
  if (typeof journal === "object") {
    const { fault } = journal;
    if (fault === null) return checkJournalFile(journal, path);
    throw createBadJournalError(`${path}: line ${fault.line} of the journal inside ${fault.what}.`);
  }
  throw new SetupError("bad-journal", `${path}: ${journal ?? "no journal is inside it"}.`, {
    hint: "Write one that holds it: dissent report <id> -o report.html",
  });
}

async function writePageBundle(
  cli: CliContext,
  { server: serverContext, debate }: ViewedDebates,
  to: string,
): Promise<number> {
  const { app, project, context: appContext } = serverContext;
  const { found, leftOut } =
    debate === null
      ? await mapReadableDebates(cli, await listReadableDebates(cli, app), async (id) => {
          return (await app.read(id)).id;
        })
      : { found: [debate], leftOut: [] };
  const names = await writePageGallery({
    directory: resolve(cli.cwd, to),
    debates: (await app.list()).filter(({ id }) => found.includes(id)),
    read: (id) => app.read(id),
    home: { protocols: [], seating: "", person: "", project },
    write: writeFileAtomically,
    protocols: app.protocols,
    judged: appContext === null ? null : await loadStrengthCalibration(appContext),
    loadBundle: createPageBundleSource(),
  });
  if (cli.flags.json) {
    cli.stdout.write(`${stringifyForTerminal({ event: "bundled", to, names, leftOut })}\n`);
  } else cli.stdout.write(`Wrote ${names.length} pages to ${to}; begin with index.html\n`);
  return leftOut.length > 0 ? EXIT.verification : EXIT.decided;
}

function parseViewPortFlag(flags: Readonly<Record<string, unknown>>): number | undefined {
  const text = readTextFlag(flags, "port");
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new SetupError("usage", `--port must be a number up to 65535, got "${text}".`, {
    hint: "Write it as --port 4747, or leave it out.",
  });
}
