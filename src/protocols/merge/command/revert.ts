/** `dissent merge --revert`: the same merge without some of its planned changes. Nobody is asked again. */
import { existsSync, statSync } from "node:fs";
import { dirname, extname, relative, resolve } from "node:path";

import { existingApp, recordOf } from "../../../app/desk.ts";
import { listFlag, outFlag, textFlag } from "../../../app/flags.ts";
import { holdInTerminal } from "../../../cli/debates/hold.ts";
import { eachReadable } from "../../../cli/debates/readable.ts";
import type { Session } from "../../../cli/session.ts";
import { readText } from "../../../config/context/read-text.ts";
import type { DebateRecord } from "../../../dissent.ts";
import { transcriptOf } from "../../../domain/transcript.ts";
import { SetupError } from "../../../errors.ts";
import { sha256 } from "../../../kernel/chain.ts";
import { plainLine } from "../../../text/plain-text.ts";
import { revertedFrom } from "../files/merge-flags.ts";
import { refuseOverwriting } from "../files/overwriting.ts";
import { placeOf } from "../files/places.ts";
import { checkNumbers, revertChanges, silentApp } from "../files/revert-changes.ts";
import { sidecarOf } from "../files/sidecar.ts";
import { isMerge, outputOf, ownDirectory } from "../files/write-merged.ts";

type Flags = Readonly<Record<string, unknown>>;

export async function revert(
  session: Session,
  args: readonly string[],
  flags: Flags,
): Promise<number> {
  const numbers = revertedFrom(listFlag(flags, "revert"));
  const [reference, second] = args;
  if (second !== undefined) {
    throw new SetupError("usage", "--revert takes one merge at a time.", {
      hint: "Name a merged document or a debate: dissent merge --revert 3 out.md",
    });
  }
  const found = await mergeOf(session, reference);
  const { record } = found;
  checkNumbers(record, numbers);
  const outs = outsFor(session, found, outFlag(flags));
  for (const out of outs) {
    const place = placeOf(session, out, outputOf(record));
    await refuseOverwriting(session, place, { drafts: [], yes: flags["yes"] === true });
  }
  const app = silentApp(session);
  try {
    const reason = textFlag(flags, "message");
    const debate = await revertChanges(app, { record, numbers, reason, by: session.person });
    const named = numbers.map((number) => `#${number}`).join(", ");
    session.stderr.write(`Without Change ${named}: ${debate}, forked from ${record.id}\n`);
    return await holdInTerminal(session, app, {
      debate,
      outs,
      // nobody is asked
      settingsFiles: [],
      over: flags["yes"] === true,
      allowContested: flags["allowContested"] === true,
      ...(session.flags.display && { display: session.flags.display }),
    });
  } finally {
    await app.close();
  }
}

interface Found {
  readonly record: DebateRecord;
  /** The merged document that was named; null where a debate was. */
  readonly document: string | null;
}

/** A merged document, a debate, or the last merge. */
async function mergeOf(session: Session, reference: string | undefined): Promise<Found> {
  const path = reference === undefined ? undefined : resolve(session.cwd, reference);
  const isDocument =
    path !== undefined && extname(path) !== ".jsonl" && existsSync(path) && statSync(path).isFile();
  if (isDocument) return { record: await madeBy(session, path), document: path };
  const record = await recordOf(session, reference ?? (await lastMerge(session)));
  if (isMerge(record)) return { record, document: null };
  throw new SetupError("not-resumable", `${record.id} is no merge.`, {
    hint: "See which debates are: dissent list",
  });
}

async function lastMerge(session: Session): Promise<string> {
  const app = existingApp(session);
  try {
    const found = (await app.list()).find(({ protocol }) => protocol === "merge");
    if (found) return found.id;
  } finally {
    await app.close();
  }
  throw new SetupError("unknown-debate", "There is no merge here yet.", {
    hint: "Start one: dissent merge a.md b.md -o out.md",
  });
}

// as many merges as a person can have made of one document
const MOST_MERGES = 500;

/** The debate that published these very bytes, or those that the map beside the document speaks of. */
async function madeBy(session: Session, path: string): Promise<DebateRecord> {
  const shown = plainLine(relative(session.cwd, path));
  const text = await readText(path, { maxBytes: LARGEST, shown, marked: true });
  const sidecar = await sidecarOf(dirname(path));
  // the bytes say it best: the map may be that of another document
  const wanted = [sha256(text), ...(sidecar ? [sidecar.sha256] : [])];
  const app = existingApp(session);
  try {
    const merges = (await app.list()).filter(({ protocol }) => protocol === "merge");
    const ids = merges.slice(0, MOST_MERGES).map(({ id }) => id);
    const published = new Map<string, string>();
    await eachReadable(session, { found: ids, leftOut: [] }, async (id) => {
      for (const { sha256: hash } of transcriptOf((await app.read(id)).events).artifacts) {
        if (!published.has(hash)) published.set(hash, id);
      }
    });
    const made = wanted.map((hash) => published.get(hash)).find((id) => id !== undefined);
    if (made !== undefined) return await recordOf(session, made);
  } finally {
    await app.close();
  }
  throw new SetupError("unknown-debate", `No merge of this project made ${shown}.`, {
    hint: "Name the debate itself: dissent list, then dissent merge --revert 3 <debate>",
  });
}

// a merged document is at most as large as all its drafts
const LARGEST = 64 * 1024 * 1024;

/** The document that was named is written anew; a debate writes where it wrote before. */
function outsFor(session: Session, { record, document }: Found, outs: readonly string[]): string[] {
  if (outs.length > 0) return [...outs];
  if (document === null) return [`${ownDirectory(session, record)}/`];
  return [document.replace(/\.partial(\.[^.]+)$/, "$1")];
}
