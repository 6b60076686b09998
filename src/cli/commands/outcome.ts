import { existingApp } from "../../app/desk.ts";
import { textFlag } from "../../app/flags.ts";
import { decisionJudged } from "../../debates/afterword.ts";
import { SetupError } from "../../errors.ts";
import type { Action } from "../program/program.ts";
import { plain } from "../terminal/terminal.ts";

const VERDICTS = ["right", "wrong", "partial"] as const;

/** What became of a decision in the world; calibration learns from it. */
export const outcome: Action = async (session, [reference = "", given = ""], flags) => {
  const verdict = VERDICTS.find((one) => one === given);
  if (!verdict) {
    throw new SetupError("usage", `"${plain(given)}" is no verdict.`, {
      hint: `Say ${VERDICTS.join(", ")}: dissent outcome ${plain(reference)} right -m "…"`,
    });
  }
  const app = existingApp(session);
  try {
    const debate = await app.find(reference);
    const reason = textFlag(flags, "message") ?? "";
    await app.remark(debate, decisionJudged({ verdict, reason, by: session.person }));
    session.stderr.write(`Noted: ${debate} was ${verdict}.\n`);
    return 0;
  } finally {
    await app.close();
  }
};
