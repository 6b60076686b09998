/** Records how a decision turned out; calibration learns from it. */
import { openExistingApp } from "../../app/app-context.ts";
import { readTextFlag } from "../../app/read-flags.ts";
import { annotateDecisionVerdict } from "../../debates/annotation.ts";
import { SetupError } from "../../errors.ts";
import type { CommandHandler } from "../program/program.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

const VERDICTS = ["right", "wrong", "partial"] as const;

export const runOutcomeCommand: CommandHandler = async (
  cli,
  [reference = "", given = ""],
  flags,
) => {
  const verdict = VERDICTS.find((one) => one === given);
  if (!verdict) {
    throw new SetupError("usage", `"${sanitizeForTerminal(given)}" is not a verdict.`, {
      hint: `Say ${VERDICTS.join(", ")}: dissent decisions outcome ${sanitizeForTerminal(reference)} right -m "…"`,
    });
  }
  const app = openExistingApp(cli);
  try {
    const debate = await app.find(reference);
    const reason = readTextFlag(flags, "message") ?? "";
    await app.annotate(debate, annotateDecisionVerdict({ verdict, reason, by: cli.person }));
    cli.stderr.write(`Noted: ${debate} was ${verdict}.\n`);
    return 0;
  } finally {
    await app.close();
  }
};
