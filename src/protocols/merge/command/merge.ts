/** Merges several drafts into one document, or repeats a merge without one of its changes. */
import { existsSync, statSync } from "node:fs";
import { dirname, extname, relative, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";

import { openExistingApp } from "../../../app/app-context.ts";
import { readDebateRecord } from "../../../app/project/project-debates.ts";
import { readListFlag, readOutputFlag, readTextFlag } from "../../../app/read-flags.ts";
import type { CliContext } from "../../../cli/cli-context.ts";
import { openDebateInTerminal } from "../../../cli/debates/open-debate.ts";
import { mapReadableDebates } from "../../../cli/debates/readable-debates.ts";
import { runDebateInTerminal } from "../../../cli/debates/run-in-terminal.ts";
import type { CommandHandler } from "../../../cli/program/program.ts";
import { sanitizeForTerminal } from "../../../cli/terminal/terminal-style.ts";
import { readTextFile } from "../../../config/context/read-text-file.ts";
import type { DebateRecord } from "../../../dissent.ts";
import { buildTranscript } from "../../../domain/journal/transcript.ts";
import { SetupError } from "../../../errors.ts";
import { sha256 } from "../../../kernel/journal/hash-chain.ts";
import { stripToPlainLine } from "../../../text/plain-text.ts";
import { parseRevertFlag } from "../files/merge-flags.ts";
import { resolveOutputLocation } from "../files/output-location.ts";
import { refuseUnsafeOverwrite } from "../files/overwrite-conflicts.ts";
import { readProvenanceFile } from "../files/provenance-file.ts";
import { resolveMergeInput } from "../files/resolve-merge.ts";
import { checkChangeNumbers, revertChanges } from "../files/revert-changes.ts";
import { findMergeDirectory, isMergeDebate, readOutputName } from "../files/write-merge-results.ts";

export const runMergeCommand: CommandHandler = async (cliContext, args, flags) => {
  const blamed = readTextFlag(flags, "blame");
  if (blamed !== undefined) {
    return (await import("./blame.ts")).runBlameCommand(cliContext, [blamed], flags);
  }
  if (flags["revert"] !== undefined) return revertMergeInTerminal(cliContext, args, flags);
  // long drafts leave much to collect: collecting sooner keeps ten of a megabyte well under a gigabyte
  setFlagsFromString("--heap-growing-percent=30");
  const { warnings, ...opening } = await resolveMergeInput(cliContext, args, flags);
  for (const warning of warnings)
    cliContext.stderr.write(`dissent: ${sanitizeForTerminal(warning)}\n`);
  return openDebateInTerminal(cliContext, opening, flags);
};

// `dissent merge --revert`: the same merge without some of its planned changes. Nobody is asked again.

type Flags = Readonly<Record<string, unknown>>;

async function revertMergeInTerminal(
  cliContext: CliContext,
  args: readonly string[],
  flags: Flags,
): Promise<number> {
  const numbers = parseRevertFlag(readListFlag(flags, "revert"));
  const [reference, second] = args;
  if (second !== undefined) {
    throw new SetupError("usage", "--revert takes one merge at a time.", {
      hint: "Name a merged document or a debate: dissent merge --revert 3 out.md",
    });
  }
  const found = await findMergeToRevert(cliContext, reference);
  const { record } = found;
  checkChangeNumbers(record, numbers);
  const outs = chooseRevertOutputs(cliContext, found, readOutputFlag(flags));
  for (const out of outs) {
    const place = resolveOutputLocation(cliContext, out, readOutputName(record));
    await refuseUnsafeOverwrite(cliContext, place, { drafts: [], yes: flags["yes"] === true });
  }
  const reason = readTextFlag(flags, "message");
  return revertChanges(cliContext, { record, numbers, reason }, (app, debate) => {
    const named = numbers.map((number) => `#${number}`).join(", ");
    cliContext.stderr.write(`Without Change ${named}: ${debate}, forked from ${record.id}\n`);
    return runDebateInTerminal(cliContext, app, {
      debate,
      outs,
      // nobody is asked
      settingsFiles: [],
      over: flags["yes"] === true,
      allowContested: flags["allowContested"] === true,
      ...(cliContext.flags.display && { display: cliContext.flags.display }),
    });
  });
}

interface FoundMerge {
  readonly record: DebateRecord;
  /** The merged document that was named; null where a debate was. */
  readonly document: string | null;
}

/** A merged document, a debate, or the last merge. */
async function findMergeToRevert(
  cliContext: CliContext,
  reference: string | undefined,
): Promise<FoundMerge> {
  const path = reference === undefined ? undefined : resolve(cliContext.cwd, reference);
  const isDocument =
    path !== undefined && extname(path) !== ".jsonl" && existsSync(path) && statSync(path).isFile();
  if (isDocument) return { record: await findMergeOfDocument(cliContext, path), document: path };
  const record = await readDebateRecord(cliContext, reference ?? (await findLastMerge(cliContext)));
  if (isMergeDebate(record)) return { record, document: null };
  throw new SetupError("not-resumable", `${record.id} is not a merge.`, {
    hint: "See which debates are: dissent list",
  });
}

async function findLastMerge(cliContext: CliContext): Promise<string> {
  const app = openExistingApp(cliContext);
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
const MAX_SEARCHED_MERGES = 500;

/** The debate that published these very bytes, or those that the map beside the document speaks of. */
async function findMergeOfDocument(cliContext: CliContext, path: string): Promise<DebateRecord> {
  const shown = stripToPlainLine(relative(cliContext.cwd, path));
  const text = await readTextFile(path, { maxBytes: MAX_REVERTED_BYTES, shown, marked: true });
  const sidecar = await readProvenanceFile(dirname(path));
  // the bytes say it best: the map may be that of another document
  const wanted = [sha256(text), ...(sidecar ? [sidecar.sha256] : [])];
  const app = openExistingApp(cliContext);
  try {
    const merges = (await app.list()).filter(({ protocol }) => protocol === "merge");
    const ids = merges.slice(0, MAX_SEARCHED_MERGES).map(({ id }) => id);
    const published = new Map<string, string>();
    await mapReadableDebates(cliContext, { found: ids, leftOut: [] }, async (id) => {
      for (const { sha256: hash } of buildTranscript((await app.read(id)).events).artifacts) {
        if (!published.has(hash)) published.set(hash, id);
      }
    });
    const made = wanted.map((hash) => published.get(hash)).find((id) => id !== undefined);
    if (made !== undefined) return await readDebateRecord(cliContext, made);
  } finally {
    await app.close();
  }
  throw new SetupError("unknown-debate", `No merge of this project made ${shown}.`, {
    hint: "Name the debate itself: dissent list, then dissent merge --revert 3 <debate>",
  });
}

// a merged document is at most as large as all its drafts
const MAX_REVERTED_BYTES = 64 * 1024 * 1024;

/** The document that was named is written anew; a debate writes where it wrote before. */
function chooseRevertOutputs(
  cliContext: CliContext,
  { record, document }: FoundMerge,
  outs: readonly string[],
): string[] {
  if (outs.length > 0) return [...outs];
  if (document === null) return [`${findMergeDirectory(cliContext, record)}/`];
  return [document.replace(/\.partial(\.[^.]+)$/, "$1")];
}
