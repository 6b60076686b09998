import { extname, resolve } from "node:path";

import { existingApp, LARGEST_JOURNAL, openApp } from "../../app/desk.ts";
import { textFlag } from "../../app/flags.ts";
import { judgedHere } from "../../app/project/audited.ts";
import { checkedJournal, journalFromText } from "../../app/project/journal-from-text.ts";
import { writeWhole } from "../../app/results/write-whole.ts";
import { readText } from "../../config/context/read-text.ts";
import { SetupError } from "../../errors.ts";
import { pageBundles } from "../../page/bundle.ts";
import { writeGallery } from "../../page/gallery.ts";
import { pathOf } from "../../server/page-server.ts";
import type { Place } from "../../server/place.ts";
import { filePlace, projectPlace } from "../../server/places.ts";
import { type JournalFile, notAJournal } from "../../stores/journal-file.ts";
import { journalInHtml } from "../../stores/journal-inside.ts";
import { jsonText } from "../../text/json-text.ts";
import { eachReadable, readableIds } from "../debates/readable.ts";
import { openPath, servePage, tellDefect, untilInterrupted } from "../debates/serve-page.ts";
import { EXIT } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";

/** What is looked at: all debates of the project, one of them, or one from a file. */
interface Viewed {
  readonly place: Place;
  /** Null for all of them. */
  readonly debate: string | null;
}

/** Serves the page until Ctrl-C, or writes it down. */
export const view: Action = async (session, [reference], flags) => {
  const bundleTo = textFlag(flags, "bundle");
  const port = portFrom(flags);
  const viewed = await viewedAt(session, reference, { mustExist: bundleTo !== undefined });
  try {
    if (bundleTo !== undefined) return await bundled(session, viewed, bundleTo);
    const { place, debate } = viewed;
    const server = await servePage(session, { place, port });
    const path = debate === null ? "/" : pathOf(debate);
    const url = server.urlOf(path);
    session.stdout.write(
      `${session.flags.json ? jsonText({ event: "view", debate, url }) : url}\n`,
    );
    if (session.flags.quiet !== true) session.stderr.write("Served until Ctrl-C.\n");
    if (flags["open"] !== false) openPath(session, server, path);
    await untilInterrupted(session, server);
    return 0;
  } finally {
    await viewed.place.app.close();
  }
};

async function viewedAt(
  session: Session,
  reference: string | undefined,
  { mustExist }: { mustExist: boolean },
): Promise<Viewed> {
  if (reference !== undefined && FILES.includes(extname(reference).toLowerCase())) {
    return filePlace(await journalAt(session, reference), { shown: reference });
  }
  const app = mustExist || reference !== undefined ? existingApp(session) : openApp(session);
  try {
    const debate = reference === undefined ? null : await app.find(reference);
    const onTrouble = (_: string, error: unknown): void => tellDefect(session, error);
    return { place: projectPlace(session, app, { onTrouble }), debate };
  } catch (error) {
    await app.close();
    throw error;
  }
}

const FILES = [".jsonl", ".html", ".htm"];

async function journalAt({ cwd }: Session, path: string): Promise<JournalFile> {
  const text = await readText(resolve(cwd, path), { maxBytes: LARGEST_JOURNAL, shown: path });
  if (extname(path).toLowerCase() === ".jsonl") return journalFromText(text, path);
  const { journal } = journalInHtml(text);
  if (typeof journal === "object") {
    const { fault } = journal;
    if (fault === null) return checkedJournal(journal, path);
    throw notAJournal(`${path}: line ${fault.line} of the journal inside ${fault.what}.`);
  }
  throw new SetupError("bad-journal", `${path}: ${journal ?? "no journal is inside it"}.`, {
    hint: "Write one that holds it: dissent report <id> -o report.html",
  });
}

async function bundled(session: Session, { place, debate }: Viewed, to: string): Promise<number> {
  const { app, project, desk } = place;
  const { found, leftOut } =
    debate === null
      ? await eachReadable(session, await readableIds(session, app), async (id) => {
          return (await app.read(id)).id;
        })
      : { found: [debate], leftOut: [] };
  const names = await writeGallery({
    directory: resolve(session.cwd, to),
    debates: (await app.list()).filter(({ id }) => found.includes(id)),
    read: (id) => app.read(id),
    home: { protocols: [], seating: "", person: "", project },
    write: writeWhole,
    protocols: app.protocols,
    judged: desk === null ? null : await judgedHere(desk),
    bundleOf: pageBundles(),
  });
  if (session.flags.json) {
    session.stdout.write(`${jsonText({ event: "bundled", to, names, leftOut })}\n`);
  } else session.stdout.write(`Wrote ${names.length} pages to ${to}; begin with index.html\n`);
  return leftOut.length > 0 ? EXIT.verification : EXIT.decided;
}

function portFrom(flags: Readonly<Record<string, unknown>>): number | undefined {
  const text = textFlag(flags, "port");
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new SetupError("usage", `--port must be a number up to 65535, got "${text}".`, {
    hint: "Write it as --port 4747, or leave it out.",
  });
}
