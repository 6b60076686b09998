import { SetupError } from "../../errors.ts";
import { limitsFrom } from "../flags.ts";
import { holdInTerminal } from "../hold.ts";
import type { Action } from "../program.ts";
import { existingApp, openApp } from "../session.ts";

export const resume: Action = async (session, [reference = "last"], flags) => {
  await existingApp(session).close();
  const app = openApp(session, { replay: flags["replay"] as string | undefined });
  try {
    const debate = await app.find(reference);
    const [summary] = (await app.list()).filter(({ id }) => id === debate);
    if (summary?.status === "waiting") {
      throw new SetupError("not-resumable", `${debate} waits for a person.`, {
        hint: `Answer it: dissent decide ${debate} <choice> -m "why"`,
      });
    }
    return await holdInTerminal(session, app, {
      debate,
      limits: limitsFrom(flags),
      outs: (flags["out"] as string[] | undefined) ?? [],
      allowContested: flags["allowContested"] === true,
      ...(session.flags.display && { display: session.flags.display }),
    });
  } finally {
    await app.close();
  }
};
