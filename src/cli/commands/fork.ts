import { openApp, recordOf } from "../../app/desk.ts";
import {
  cassettesIn,
  limitsFrom,
  listFlag,
  outFlag,
  pairs,
  settingValues,
  textFlag,
} from "../../app/flags.ts";
import { forkInTerminal } from "../debates/fork-debate.ts";
import type { Action } from "../program/program.ts";

export const fork: Action = async (session, [reference = ""], flags) => {
  const record = await recordOf(session, reference);
  const models = pairs(listFlag(flags, "seat"), "--seat");
  const app = openApp(session, cassettesIn(flags));
  try {
    return await forkInTerminal(session, app, {
      record,
      request: {
        at: textFlag(flags, "at"),
        models,
        facts: listFlag(flags, "fact"),
        settings: settingValues(listFlag(flags, "setting")),
      },
      flags,
      limits: limitsFrom(flags),
      outs: outFlag(flags),
      tell: (debate) => void session.stderr.write(`Forked ${record.id} as ${debate}\n`),
    });
  } finally {
    await app.close();
  }
};
