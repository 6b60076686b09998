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

export const runForkCommand: CommandHandler = async (session, [reference = ""], flags) => {
  const record = await readDebateRecord(session, reference);
  const models = parseNameValuePairs(readListFlag(flags, "seat"), "--seat");
  const app = openProjectApp(session, readCassetteFlags(flags));
  try {
    return await forkInTerminal(session, app, {
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
      tell: (debate) => void session.stderr.write(`Forked ${record.id} as ${debate}\n`),
    });
  } finally {
    await app.close();
  }
};
