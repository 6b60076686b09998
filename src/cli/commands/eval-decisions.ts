/** What the recorded outcomes of this project's own decisions say about its panels. It calls no model. */
import { openProjectApp } from "../../app/app-context.ts";
import { mayHaveDebates } from "../../app/project/project-store.ts";
import { type CommandFlags, readNumberFlag } from "../../app/read-flags.ts";
import {
  createDecisionCase,
  type DecisionCase,
  formatDecisionLines,
  reportDecisions,
} from "../../eval/decisions/own-decisions.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import { listReadableDebates, mapReadableDebates } from "../debates/readable-debates.ts";
import { EXIT } from "../exit-codes.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

export async function runOwnDecisions(cli: CliContext, flags: CommandFlags): Promise<number> {
  const { cases, leftOut } = await readDecisionCases(cli);
  const report = reportDecisions(cases, {
    budgetUsd: readNumberFlag(flags, "budget", "--budget") ?? null,
  });
  const code = leftOut > 0 ? EXIT.verification : EXIT.decided;
  if (cli.flags.json) cli.stdout.write(`${stringifyForTerminal({ ...report, leftOut })}\n`);
  else cli.stdout.write(`${formatDecisionLines(report).map(sanitizeForTerminal).join("\n")}\n`);
  return code;
}

async function readDecisionCases(
  cli: CliContext,
): Promise<{ cases: DecisionCase[]; leftOut: number }> {
  if (!mayHaveDebates(cli)) return { cases: [], leftOut: 0 };
  const app = openProjectApp(cli);
  try {
    const debates = await listReadableDebates(cli, app, { status: "settled" });
    const { found, leftOut } = await mapReadableDebates(cli, debates, async (debate) =>
      createDecisionCase((await app.read(debate)).events),
    );
    return { cases: found.filter((one) => one !== undefined), leftOut: leftOut.length };
  } finally {
    await app.close();
  }
}
