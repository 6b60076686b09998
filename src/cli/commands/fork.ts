import type { DebateRecord, Dissent } from "../../dissent.ts";
import { opening } from "../../domain/event.ts";
import { reseated } from "../../fork.ts";
import { confirmCost, type Expense, refuseUnpriced } from "../confirm-cost.ts";
import { EXIT } from "../exit-codes.ts";
import { listFlag, pairs, settingValues, textFlag } from "../flags.ts";
import { holdInTerminal } from "../hold.ts";
import type { Action } from "../program.ts";
import { openApp, recordOf } from "../session.ts";
import { configurationFor } from "../settle.ts";

export const fork: Action = async (session, [reference = ""], flags) => {
  const record = await recordOf(session, reference);
  const models = pairs(listFlag(flags, "seat"), "--seat");
  const app = openApp(session);
  try {
    const { values } = await configurationFor(session, {}, null);
    const { confirmAboveUsd } = values;
    const expense = await expenseOf(app, { record, models, confirmAboveUsd });
    refuseUnpriced(expense);
    if (!(await confirmCost(session, expense, flags))) return EXIT.usage;
    const debate = await app.fork(record, {
      at: textFlag(flags, "at"),
      models,
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

/** As if all of it were held again: what the fork keeps is not paid for twice, so it is rather too much. */
async function expenseOf(
  app: Dissent,
  request: {
    readonly record: DebateRecord;
    readonly models: Readonly<Record<string, string>>;
    readonly confirmAboveUsd: number;
  },
): Promise<Expense> {
  const { record, models, confirmAboveUsd } = request;
  const { brief, limits, settings, protocol, ...opened } = opening(record.events);
  const participants = reseated(opened.participants, models);
  const calls = app.protocols.find(({ id }) => id === protocol)?.calls(participants, settings) ?? {
    min: 0,
    max: 0,
  };
  const estimate = await app.estimate({ brief, participants, limits, calls });
  return { estimate, limits, confirmAboveUsd, found: [] };
}
