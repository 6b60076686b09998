import { SetupError } from "../../errors.ts";
import { textFlag } from "../flags.ts";
import { holdInTerminal } from "../hold.ts";
import type { Action } from "../program.ts";
import { existingApp } from "../session.ts";

/** K11: a person's choice with its reason; a debate that waited for it goes on at once. */
export const decide: Action = async (session, [reference = "", choice = ""], flags) => {
  const reason = textFlag(flags, "message") ?? "";
  if (reason.trim() === "") {
    throw new SetupError("not-decidable", "A decision needs a reason.", {
      hint: `Say why: dissent decide ${reference} ${choice} -m "…"`,
    });
  }
  const app = existingApp(session);
  try {
    const debate = await app.find(reference);
    const by = textFlag(flags, "by") ?? session.person;
    const what = await app.decide(debate, { choice, reason, by });
    if (what === "answered") return await holdInTerminal(session, app, { debate });
    const said = session.flags.json
      ? JSON.stringify({ event: "decided", debate, choice, reason, by })
      : `Decided ${choice} for ${debate}. The panel's outcome stays as it was; the record shows both.`;
    session.stdout.write(`${said}\n`);
    return 0;
  } finally {
    await app.close();
  }
};
