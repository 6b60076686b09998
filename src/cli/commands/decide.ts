/** K11: records a person's choice with its reason; a debate that waited for it continues at once. */
import { resolve } from "node:path";

import { openExistingApp, openProjectApp } from "../../app/app-context.ts";
import { createCommandContext } from "../../app/commands/command-context.ts";
import { decideDebate } from "../../app/commands/decide-debate.ts";
import { importJournalFile } from "../../app/commands/import-journal.ts";
import { collectOutcomeRemarks, formatReplacedRows } from "../../app/earlier-decisions.ts";
import { readDebateRecord } from "../../app/project/project-debates.ts";
import { readCassetteFlags, readOutputFlag, readTextFlag } from "../../app/read-flags.ts";
import { resolveConfigWithFlags } from "../../app/resolve-input.ts";
import { parseAdrFlags, writeDecisionRecord } from "../../app/results/write-decision-record.ts";
import { refuseUnusableOutputs } from "../../app/results/write-results.ts";
import { readTextFile } from "../../config/context/read-text-file.ts";
import { createMissingOptionError } from "../../debates/decision-facts.ts";
import { readOpening } from "../../domain/journal/event.ts";
import { SetupError } from "../../errors.ts";
import { parseDecisionCommand } from "../../reports/pull-request-comment.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import { type CliContext, UNKNOWN_PERSON } from "../cli-context.ts";
import { runDebateInTerminal } from "../debates/run-in-terminal.ts";
import type { CommandHandler } from "../program/program.ts";
import { askPerson, canAskPerson } from "../terminal/ask-person.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

export const runDecideCommand: CommandHandler = async (
  cli,
  [reference = "", given = ""],
  flags,
) => {
  const commented = await readDecisionComment(cli, readTextFlag(flags, "comment"));
  const { choice, reason } = commented ?? {
    choice: given,
    reason: readTextFlag(flags, "message") ?? (await askForReason(cli, given)),
  };
  if (choice.trim() === "")
    throw createMissingOptionError((await readDebateRecord(cli, reference)).events);
  if (reason.trim() === "") {
    throw new SetupError("not-decidable", "A decision needs a reason.", {
      hint: `Say why: dissent decide ${reference} ${choice} -m "…"`,
    });
  }
  const { values } = await resolveConfigWithFlags(cli, {}, null);
  const adr = await parseAdrFlags(cli, flags, values.records);
  const outs = readOutputFlag(flags);
  const tapes = readCassetteFlags(flags);
  const app = reference.endsWith(".jsonl")
    ? openProjectApp(cli, tapes)
    : openExistingApp(cli, tapes);
  try {
    const debate = reference.endsWith(".jsonl")
      ? await importJournalFile(cli, app, reference)
      : await app.find(reference);
    const before = await app.read(debate);
    const over = flags["yes"] === true;
    const { brief } = readOpening(before.events);
    await refuseUnusableOutputs(cli, outs, { record: before, brief: brief.id, yes: over });
    const by = readTextFlag(flags, "by") ?? cli.person;
    const results = { outs, over };
    const decision = { choice, reason, by, results };
    const decided = await decideDebate(createCommandContext(cli, app), debate, decision);
    if (decided.what === "answered")
      return await runDebateInTerminal(cli, app, {
        debate,
        adr,
        outs,
        over,
        allowContested: flags["allowContested"] === true,
      });
    const { record, warnings } = decided;
    for (const warning of warnings) cli.stderr.write(`dissent: ${sanitizeForTerminal(warning)}\n`);
    const wrote = adr ? await writeDecisionRecord(cli, record, adr) : [];
    const remarks = await collectOutcomeRemarks(app, record.events);
    const { contradicts } = remarks;
    const said = cli.flags.json
      ? stringifyForTerminal({ event: "decided", debate, choice, reason, by, wrote, contradicts })
      : `Decided ${choice} for ${debate}. The panel's outcome stays as it was; the record shows both.`;
    cli.stdout.write(`${said}\n`);
    if (cli.flags.json) return 0;
    for (const [title, words] of formatReplacedRows(remarks))
      cli.stdout.write(`${title}: ${words}\n`);
    for (const path of wrote) cli.stdout.write(`Wrote ${path}\n`);
    if (by === UNKNOWN_PERSON) cli.stderr.write(`${formatNameHint(debate, choice)}\n`);
    return 0;
  } finally {
    await app.close();
  }
};

function formatNameHint(debate: string, choice: string): string {
  const command = `dissent decide ${sanitizeForTerminal(debate)} ${sanitizeForTerminal(choice)} --by <name> -m "…"`;
  return `Your name is not known, so the record says "${UNKNOWN_PERSON}". Set DISSENT_BY, or decide again with your name: ${command}`;
}

/** Asked on a terminal; empty elsewhere, or if the person leaves. */
async function askForReason(cli: CliContext, choice: string): Promise<string> {
  if (choice === "" || cli.flags.json || !canAskPerson(cli)) return "";
  const asking = { whenLeft: "Nothing was decided." };
  return askPerson(
    cli,
    asking,
    async (ask) => (await ask(`Why ${sanitizeForTerminal(choice)}? `)) ?? "",
  );
}

// more than a code host lets anyone write
const LARGEST_COMMENT = 256 * 1024;

/** `/dissent decide C because …` in a file with a comment. */
async function readDecisionComment(
  { cwd }: CliContext,
  file: string | undefined,
): Promise<{ readonly choice: string; readonly reason: string } | null> {
  if (file === undefined) return null;
  const maxBytes = LARGEST_COMMENT;
  const comment = await readTextFile(resolve(cwd, file), { maxBytes, shown: file });
  const found = parseDecisionCommand(comment);
  if (found) return found;
  throw new SetupError("not-decidable", `${file} holds no decision.`, {
    hint: "A comment decides by a line such as: /dissent decide C because we pilot it first",
  });
}
