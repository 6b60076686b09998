/** Reruns a debate from a given step, with other models, facts or limits. */
import { openProjectApp } from "../../app/app-context.ts";
import { createCommandContext } from "../../app/commands/command-context.ts";
import { forkDebate } from "../../app/commands/fork-debate.ts";
import { readDebateRecord } from "../../app/project/project-debates.ts";
import {
  readCassetteFlags,
  readLimitFlags,
  readListFlag,
  readOutputFlag,
  parseNameValuePairs,
  parseSettingFlags,
  readTextFlag,
} from "../../app/read-flags.ts";
import { refuseUnusableOutputs } from "../../app/results/write-results.ts";
import type { DebateRecord, Dissent, ForkRequest } from "../../dissent.ts";
import { readOpening } from "../../domain/journal/event.ts";
import type { CliContext } from "../cli-context.ts";
import { type TerminalRunOptions, runDebateInTerminal } from "../debates/run-in-terminal.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { confirmDebateCost } from "../terminal/confirm-cost.ts";

export const runForkCommand: CommandHandler = async (cli, [reference = ""], flags) => {
  const record = await readDebateRecord(cli, reference);
  const models = parseNameValuePairs(readListFlag(flags, "seat"), "--seat");
  const app = openProjectApp(cli, {
    ...readCassetteFlags(flags),
    repository: readTextFlag(flags, "repo"),
  });
  try {
    return await forkInTerminal(cli, app, {
      record,
      request: {
        at: readTextFlag(flags, "at"),
        models,
        facts: readListFlag(flags, "fact"),
        settings: parseSettingFlags(readListFlag(flags, "setting")),
      },
      flags,
      limits: readLimitFlags(flags),
      outs: readOutputFlag(flags),
      tell: (debate) => void cli.stderr.write(`Forked ${record.id} as ${debate}\n`),
    });
  } finally {
    await app.close();
  }
};

interface TerminalForkOptions extends TerminalRunOptions {
  readonly record: DebateRecord;
  readonly request: Omit<ForkRequest, "by">;
  readonly flags: Readonly<Record<string, unknown>>;
  /** Prints which debate continues as which. */
  readonly tell: (debate: string) => void | Promise<void>;
}

/** Forks a debate at a person's word, once they agreed to what it may cost, and runs the fork here. */
export async function forkInTerminal(
  cli: CliContext,
  app: Dissent,
  { record, request, flags, tell, ...hold }: TerminalForkOptions,
): Promise<number> {
  await refuseUnusableOutputs(cli, hold.outs ?? [], {
    record,
    brief: readOpening(record.events).brief.id,
    yes: flags["yes"] === true,
  });
  const debate = await forkDebate(createCommandContext(cli, app), {
    record,
    ...request,
    agree: async (expense) => ((await confirmDebateCost(cli, expense, flags)) ? null : EXIT.usage),
  });
  if (typeof debate !== "string") return debate;
  await tell(debate);
  return runDebateInTerminal(cli, app, {
    ...hold,
    debate,
    allowContested: flags["allowContested"] === true,
    ...(cli.flags.display && { display: cli.flags.display }),
  });
}
