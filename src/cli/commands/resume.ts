import { transcriptOf } from "../../domain/transcript.ts";
import { SetupError } from "../../errors.ts";
import { limitsFrom, outFlag } from "../flags.ts";
import { answerCommand, holdInTerminal } from "../hold.ts";
import type { Action } from "../program.ts";
import { existingApp, openApp } from "../session.ts";

export const resume: Action = async (session, [reference = "last"], flags) => {
  await existingApp(session).close();
  const app = openApp(session, { replay: flags["replay"] as string | undefined });
  try {
    const debate = await app.find(reference);
    const record = await app.read(debate);
    const { waiting, awaited } = transcriptOf(record.events);
    if (waiting || awaited.length > 0) {
      throw new SetupError("not-resumable", `${debate} waits for a person.`, {
        hint: `Answer it: ${answerCommand(record)}`,
      });
    }
    return await holdInTerminal(session, app, {
      debate,
      limits: limitsFrom(flags),
      outs: outFlag(flags),
      allowContested: flags["allowContested"] === true,
      ...(session.flags.display && { display: session.flags.display }),
    });
  } finally {
    await app.close();
  }
};
