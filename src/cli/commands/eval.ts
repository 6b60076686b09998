/** Runs an evaluation: items, arms, a price a person agrees to, and a report in a folder of its own. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

import { createPlanningApp, loadConfiguration, openProjectApp } from "../../app/app-context.ts";
import { describePriceEstimate } from "../../app/debate-expense.ts";
import {
  type CommandFlags,
  parseNameValuePairs,
  readCassetteFlags,
  readDurationFlag,
  readListFlag,
  readNumberFlag,
  readTextFlag,
  readWholeNumberFlag,
} from "../../app/read-flags.ts";
import { findModelSeating } from "../../app/seating/model-seating.ts";
import type { Configuration } from "../../config/config.ts";
import { SetupError } from "../../errors.ts";
import { compareReportFiles } from "../../eval/report/compare-reports.ts";
import { DEFAULT_ARMS, type EvalPlan, planEvaluation } from "../../eval/run/plan-evaluation.ts";
import { runEvaluation } from "../../eval/run/run-evaluation.ts";
import { prepareRunFolder } from "../../eval/run/run-folder.ts";
import { writeEvaluation } from "../../eval/run/write-evaluation.ts";
import {
  createSimulatedSuite,
  findSuite,
  listBuiltInSuites,
  type SuiteText,
} from "../../eval/suites/find-suite.ts";
import { splitCommaList } from "../../text/plain-text.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { createEvalProgress, createEvalSteering } from "../render/eval-progress.ts";
import { confirmDebateCost } from "../terminal/confirm-cost.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { runOwnDecisions } from "./eval-decisions.ts";

export const runEvalCommand: CommandHandler = async (cli, args, flags) => {
  if (flags["list"] === true) return printSuites(cli);
  if (flags["compare"] === true) return printComparison(cli, args);
  if (flags["myDecisions"] === true) return runOwnDecisions(cli, flags);
  const suite = chooseSuite(cli, args, flags);
  const configuration = await loadConfiguration(cli);
  const models = await chooseModels(cli, configuration, flags);
  const cassette = readCassetteFlags(flags);
  const planning = createPlanningApp(cli, { ...cassette, configuration });
  const plan = await planEvaluation(planning, {
    suite,
    models,
    arms: readTextFlag(flags, "arms") ?? suite.arms ?? DEFAULT_ARMS,
    seed: readTextFlag(flags, "seed") ?? "1",
    seats:
      readWholeNumberFlag(flags, "seats", "--seats") ?? suite.seats ?? Math.max(3, models.length),
    maxItems: readWholeNumberFlag(flags, "maxItems", "--max-items") ?? null,
    timeoutMs: readDurationFlag(flags, "timeout", "--timeout") ?? null,
    map: parseNameValuePairs(readListFlag(flags, "map"), "--map"),
    caps: {
      calls: readWholeNumberFlag(flags, "maxCalls", "--max-calls") ?? null,
      tokens: readWholeNumberFlag(flags, "maxTokens", "--max-tokens") ?? null,
      usd: readNumberFlag(flags, "budget", "--budget") ?? null,
    },
    confirmAboveUsd: configuration.values.confirmAboveUsd,
  });
  if (cli.flags.quiet !== true)
    for (const line of plan.lines) cli.stderr.write(`${sanitizeForTerminal(line)}\n`);
  const price = describePriceEstimate(plan.expense.estimate, plan.expense.limits);
  if (price !== null && cli.flags.quiet !== true) cli.stderr.write(`Estimate: ${price}\n`);
  if (flags["dryRun"] === true) return EXIT.decided;
  if (!(await confirmDebateCost(cli, plan.expense, flags))) return EXIT.usage;
  return holdEvaluation(cli, plan, { flags, configuration });
};

function chooseSuite(cli: CliContext, args: readonly string[], flags: CommandFlags): SuiteText {
  const simulated = readWholeNumberFlag(flags, "simulate", "--simulate");
  if (simulated !== undefined) return createSimulatedSuite(simulated, 4);
  const reference = readTextFlag(flags, "data") ?? args[0];
  if (reference !== undefined) return findSuite(reference, cli.cwd);
  throw new SetupError("usage", "dissent eval needs a suite or a file of items.", {
    hint: "See the suites: dissent eval --list. Or: dissent eval --data items.jsonl --arms single,sc@5,debate",
  });
}

async function chooseModels(
  cli: CliContext,
  configuration: Configuration,
  flags: CommandFlags,
): Promise<readonly string[]> {
  // a trait of a simulated seat has commas of its own
  const named = readListFlag(flags, "model").flatMap((one) =>
    one.startsWith("sim/") ? [one] : splitCommaList(one),
  );
  if (named.length > 0) return named;
  const { models } = await findModelSeating(cli, configuration.values);
  if (models.length > 0) return models;
  throw new SetupError("no-model", "No language model was found.", {
    hint: "Name one: --model anthropic/claude-sonnet-4-5. Or simulate: --simulate 200 --model sim/p=0.6",
  });
}

async function holdEvaluation(
  cli: CliContext,
  plan: EvalPlan,
  { flags, configuration }: { readonly flags: CommandFlags; readonly configuration: Configuration },
): Promise<number> {
  const shown = readTextFlag(flags, "out") ?? join(".dissent", "evaluations", plan.name);
  const folder = resolve(cli.cwd, shown);
  const begun = prepareRunFolder(folder, shown, plan.identity);
  const steering = createEvalSteering(cli);
  const app = openProjectApp(
    { ...cli, root: folder },
    { ...readCassetteFlags(flags), configuration, inline: true },
  );
  const progress = createEvalProgress(cli);
  try {
    const result = await runEvaluation({
      app,
      arms: plan.arms,
      items: plan.items,
      setting: plan.setting,
      caps: plan.caps,
      concurrency: readWholeNumberFlag(flags, "concurrency", "--concurrency") ?? 4,
      by: cli.person,
      steering: steering.signals,
      onProgress: progress.show,
      fresh: begun === "new",
    });
    progress.stop();
    const { report, files } = await writeEvaluation(app, folder, { plan, result });
    if (cli.flags.json)
      cli.stdout.write(
        `${stringifyForTerminal({ event: "done", folder: shown, stopped: result.stopped, report })}\n`,
      );
    else {
      for (const { sentence } of report.comparisons)
        cli.stdout.write(`${sanitizeForTerminal(sentence)}\n`);
      if (report.saturated !== null) cli.stdout.write(`${report.saturated}\n`);
      cli.stderr.write(
        `${result.done} of ${result.total} debates. Written to ${shown}: ${files.join(", ")}\n`,
      );
      cli.stderr.write(`Look at the debates: dissent -C ${shown} view\n`);
      if (result.stopped !== null) cli.stderr.write(`${describeStop(result.stopped)}\n`);
    }
    return result.stopped === null
      ? EXIT.decided
      : result.stopped === "limit"
        ? EXIT.limit
        : EXIT.interrupted;
  } finally {
    progress.stop();
    steering.stop();
    await app.close();
  }
}

function describeStop(stopped: "limit" | "interrupted" | "waiting"): string {
  switch (stopped) {
    case "limit":
      return "Stopped at the cap. Type the command again with a higher one to go on.";
    case "interrupted":
      return "Stopped. Type the command again to go on; nothing is paid for twice.";
    case "waiting":
      return "A seat waits for a person, and an evaluation has none. Name models: --model";
  }
}

function printSuites(cli: CliContext): number {
  const suites = listBuiltInSuites();
  if (cli.flags.json) {
    cli.stdout.write(
      `${stringifyForTerminal(suites.map(({ name, about, arms }) => ({ name, about, arms })))}\n`,
    );
    return EXIT.decided;
  }
  const width = Math.max(...suites.map(({ name }) => name.length)) + 2;
  for (const { name, about } of suites) cli.stdout.write(`${name.padEnd(width)}${about}\n`);
  return EXIT.decided;
}

function printComparison(cli: CliContext, args: readonly string[]): number {
  const [first, second] = args;
  if (first === undefined || second === undefined)
    throw new SetupError("usage", "--compare needs two folders of evaluations.", {
      hint: "Such as: dissent eval --compare runs/before runs/after",
    });
  for (const folder of [first, second])
    if (!existsSync(join(resolve(cli.cwd, folder), "scores.jsonl")))
      throw new SetupError("file-unreadable", `${folder} holds no finished evaluation.`, {
        hint: "Name the folder that was given with --out.",
      });
  const lines = compareReportFiles(resolve(cli.cwd, first), resolve(cli.cwd, second));
  cli.stdout.write(`${lines.map(sanitizeForTerminal).join("\n")}\n`);
  return EXIT.decided;
}
