/** Reruns a debate from a given step, with other models, facts or limits. */
import { openProjectApp, readDebateRecord } from "../../app/app-context.ts";
import {
  readCassetteFlags,
  readLimitFlags,
  readListFlag,
  readOutputFlag,
  parseNameValuePairs,
  parseSettingFlags,
  readTextFlag,
} from "../../app/read-flags.ts";
import { forkInTerminal } from "../debates/fork-debate.ts";
import type { CommandHandler } from "../program/program.ts";

export const runForkCommand: CommandHandler = async (cli, [reference = ""], flags) => {
  const record = await readDebateRecord(cli, reference);
  const models = parseNameValuePairs(readListFlag(flags, "seat"), "--seat");
  const app = openProjectApp(cli, readCassetteFlags(flags));
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
