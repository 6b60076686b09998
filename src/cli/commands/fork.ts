import { listFlag, pairs, settingValues, textFlag } from "../flags.ts";
import { holdInTerminal } from "../hold.ts";
import type { Action } from "../program.ts";
import { openApp, recordOf } from "../session.ts";

export const fork: Action = async (session, [reference = ""], flags) => {
  const record = await recordOf(session, reference);
  const app = openApp(session);
  try {
    const debate = await app.fork(record, {
      at: textFlag(flags, "at"),
      models: pairs(listFlag(flags, "seat"), "--seat"),
      facts: listFlag(flags, "fact"),
      settings: settingValues(listFlag(flags, "setting")),
      by: session.person,
    });
    session.stderr.write(`Forked ${record.id} as ${debate}\n`);
    return await holdInTerminal(session, app, {
      debate,
      outs: listFlag(flags, "out"),
      allowContested: flags["allowContested"] === true,
      ...(session.flags.display && { display: session.flags.display }),
    });
  } finally {
    await app.close();
  }
};
