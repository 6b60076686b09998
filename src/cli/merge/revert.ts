/** `dissent merge --revert`: the same merge without some of its planned changes. Nobody is asked again. */
import { existsSync, statSync } from "node:fs";
import { dirname, extname, relative, resolve } from "node:path";

import { type DebateRecord, dissent, type Dissent } from "../../dissent.ts";
import { opening, settlement } from "../../domain/event.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { SetupError } from "../../errors.ts";
import { plainLine } from "../../intake/plain-text.ts";
import { readText } from "../../intake/read-text.ts";
import { sha256 } from "../../kernel/chain.ts";
import { sqliteStore } from "../../stores/sqlite.ts";
import { listFlag, outFlag, textFlag } from "../flags.ts";
import { holdInTerminal } from "../hold.ts";
import { preparedDatabase } from "../own-files.ts";
import { existingApp, recordOf, redactorFor, type Session } from "../session.ts";
import { revertedFrom } from "./merge-flags.ts";
import { refuseOverwriting } from "./overwriting.ts";
import { placeOf } from "./places.ts";
import { sidecarOf } from "./sidecar.ts";
import { isMerge, outputOf, ownDirectory } from "./write-merged.ts";

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
  const without = withoutThem(record, numbers);
  const outs = outsFor(session, found, outFlag(flags));
  for (const out of outs) {
    const place = placeOf(session, out, outputOf(record));
    await refuseOverwriting(session, place, { drafts: [], yes: flags["yes"] === true });
  }
  const app = silentApp(session);
  try {
    const reason = textFlag(flags, "message");
    const named = numbers.map((number) => `#${number}`).join(", ");
    const debate = await app.fork(record, {
      keep: "answers",
      settings: { without },
      notices: [
        `without Change ${named}, taken back by ${session.person}${reason === undefined ? "" : `: ${plainLine(reason)}`}`,
      ],
      by: session.person,
    });
    session.stderr.write(`Without Change ${named}: ${debate}, forked from ${record.id}\n`);
    return await holdInTerminal(session, app, {
      debate,
      outs,
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
  const wanted = new Set([sha256(text), ...(sidecar ? [sidecar.sha256] : [])]);
  const app = existingApp(session);
  try {
    const merges = (await app.list()).filter(({ protocol }) => protocol === "merge");
    for (const { id } of merges.slice(0, MOST_MERGES)) {
      const { events } = await app.read(id);
      if (transcriptOf(events).artifacts.some((artifact) => wanted.has(artifact.sha256))) {
        return await recordOf(session, id);
      }
    }
  } finally {
    await app.close();
  }
  throw new SetupError("unknown-debate", `No merge of this project made ${shown}.`, {
    hint: "Name the debate itself: dissent list, then dissent merge --revert 3 <debate>",
  });
}

// a merged document is at most as large as all its drafts
const LARGEST = 64 * 1024 * 1024;

/** Only what was planned can be taken back, and only once the plan is there. */
function checkNumbers({ id, events }: DebateRecord, numbers: readonly number[]): void {
  const outcome = settlement(events)?.outcome;
  if (!outcome) {
    throw new SetupError("not-resumable", `The merge ${id} has not ended.`, {
      hint: `Continue it with: dissent resume ${id}`,
    });
  }
  const { changes = [] } = outcome.result as { changes?: readonly { readonly number: number }[] };
  const stranger = numbers.find((wanted) => !changes.some(({ number }) => number === wanted));
  if (stranger === undefined) return;
  const plan = changes.length === 0 ? "no change" : times(changes.length);
  throw new SetupError("bad-option", `There is no Change #${stranger}: ${id} planned ${plan}.`, {
    hint: "The plan is in adversarial/refactor-plan.md, beside the merged document.",
  });
}

function times(count: number): string {
  return count === 1 ? "one, #1" : `${count}, #1 to #${count}`;
}

/** What was taken back before stays out. */
function withoutThem({ events }: DebateRecord, numbers: readonly number[]): number[] {
  const { without } = opening(events).settings as { without?: unknown };
  const before = Array.isArray(without) ? without.filter((one) => typeof one === "number") : [];
  return [...new Set([...before, ...numbers])].toSorted((a, b) => a - b);
}

/** The document that was named is written anew; a debate writes where it wrote before. */
function outsFor(session: Session, { record, document }: Found, outs: readonly string[]): string[] {
  if (outs.length > 0) return [...outs];
  if (document === null) return [`${ownDirectory(session, record)}/`];
  return [document.replace(/\.partial(\.[^.]+)$/, "$1")];
}

/** Every answer is in the journal; a question that is not would be a defect, and is never put to a model. */
function silentApp(session: Session): Dissent {
  return dissent({
    store: sqliteStore(preparedDatabase(session.root)),
    modelFor: async (reference) => ({
      id: reference,
      worstCase: () => ({ tokens: 0, usd: 0 }),
      // oxlint-disable-next-line require-yield -- there is nothing to give
      async *answer({ key }) {
        throw new TypeError(`${key} was not answered before.`);
      },
    }),
    redact: redactorFor(session),
  });
}
