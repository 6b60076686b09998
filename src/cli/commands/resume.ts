/** Continues a debate that paused, failed or was stopped. */
import { openExistingApp, openProjectApp } from "../../app/app-context.ts";
import { planReopening } from "../../app/commands/fork-debate.ts";
import { formatAnswerCommand } from "../../app/commands/open-question.ts";
import { refuseWaitingDebate } from "../../app/commands/resume-debate.ts";
import {
  readCassetteFlags,
  readTextFlag,
  readLimitFlags,
  readListFlag,
  readOutputFlag,
} from "../../app/read-flags.ts";
import { refuseUnusableOutputs } from "../../app/results/write-results.ts";
import type { DebateRecord, Dissent } from "../../dissent.ts";
import { readOpening } from "../../domain/journal/event.ts";
import { SetupError } from "../../errors.ts";
import { findOwnDocument } from "../../protocols/documents.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import { runDebateInTerminal } from "../debates/run-in-terminal.ts";
import type { CommandHandler } from "../program/program.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { forkInTerminal, runForkCommand } from "./fork.ts";

type Flags = Readonly<Record<string, unknown>>;

export const runResumeCommand: CommandHandler = async (cli, [reference = "last"], flags) => {
  if (flags["answer"] === true) {
    return (await import("./answer.ts")).runAnswerCommand(cli, [reference], flags);
  }
  if (flags["fork"] === true) return runForkCommand(cli, [reference], flags);
  refuseForkFlags(flags);
  await openExistingApp(cli).close();
  const app = openProjectApp(cli, {
    ...readCassetteFlags(flags),
    repository: readTextFlag(flags, "repo"),
  });
  try {
    const debate = await app.find(reference);
    const record = await app.read(debate);
    if (readListFlag(flags, "ask").length > 0)
      return await reopenWithFacts(cli, app, { record, flags });
    refuseWaitingDebate(record, `Answer it: ${formatAnswerCommand(record)}`);
    const outs = readOutputFlag(flags);
    await refuseUnusableOutputs(cli, outs, {
      record,
      brief: readOpening(record.events).brief.id,
      yes: flags["yes"] === true,
    });
    // since it was paused, a person or another debate may have been there
    await findOwnDocument(record)?.refuseOverwrite(cli, record, {
      outs,
      yes: flags["yes"] === true,
    });
    return await runDebateInTerminal(cli, app, {
      debate,
      limits: readLimitFlags(flags),
      outs,
      over: flags["yes"] === true,
      allowContested: flags["allowContested"] === true,
      open: flags["open"] === true,
      ...(cli.flags.display && { display: cli.flags.display }),
    });
  } finally {
    await app.close();
  }
};

/** What only a fork or an answer understands would be ignored silently. */
function refuseForkFlags(flags: Flags): void {
  const FLAGS = {
    at: "fork",
    fact: "fork",
    setting: "fork",
    seat: "fork",
    file: "answer",
    template: "answer",
  };
  for (const [name, mode] of Object.entries(FLAGS)) {
    if (flags[name] === undefined) continue;
    throw new SetupError("usage", `--${name} needs --${mode}.`, {
      hint: `Write it as dissent resume <debate> --${mode} --${name} …`,
    });
  }
}

/** An ended debate stays as it is; a fork of it continues with the new facts. */
async function reopenWithFacts(
  cli: CliContext,
  app: Dissent,
  { record, flags }: { readonly record: DebateRecord; readonly flags: Flags },
): Promise<number> {
  const id = sanitizeForTerminal(record.id);
  const { at, facts } = planReopening(record, readListFlag(flags, "ask"), {
    fact: "--ask",
    emptyHint: `Write it as dissent resume ${id} --ask "what became known".`,
    unfinishedHint: `End it first: dissent resume ${id}. Or fork it now: dissent resume ${id} --fork --fact "…"`,
  });
  return forkInTerminal(cli, app, {
    record,
    request: { at, facts },
    flags,
    limits: readLimitFlags(flags),
    outs: readOutputFlag(flags),
    open: flags["open"] === true,
    reopens: record,
    async tell(debate) {
      const { sources } = readOpening((await app.read(debate)).events).brief;
      const added = sources.slice(-facts.length).map((source) => source.id);
      if (cli.flags.json) {
        const said = { event: "reopened", debate: record.id, as: debate, at, facts: added };
        cli.stdout.write(`${stringifyForTerminal(said)}\n`);
      } else {
        const sources = `${facts.length === 1 ? "your fact as source" : "your facts as sources"} ${added.join(", ")}`;
        const from = `from ${at ?? "its last step"} on, with ${sources}`;
        cli.stderr.write(`${id} continues as ${sanitizeForTerminal(debate)}, ${from}\n`);
      }
    },
  });
}
